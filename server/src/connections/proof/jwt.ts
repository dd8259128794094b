import type { JwtProof } from '@millrace/contract/connection-proof'
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  type JWK,
  type JWTHeaderParameters,
  jwtVerify,
} from 'jose'
import { isKeySetAddress, type KeySetAt } from './key-sets.ts'
import { headerOf, type Presented, proved, refused, type Verdict } from './proof.ts'

const TOLERANCE_SECONDS = 300

/** Of RFC 7518 and RFC 8037, those with a public key: someone who can read a shared one can sign. */
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA']

/** Of a fetched key set, which can have more keys than a person pastes. */
const MOST_KEYS = 100

/** A signed token (RFC 7519) as the bearer token. The secret is the key set of the sender (RFC 7517), or its address. */
export async function proveJwt(
  proof: JwtProof,
  secrets: readonly string[],
  presented: Presented,
  keySetAt: KeySetAt,
): Promise<Verdict> {
  const [scheme = '', token] = (headerOf(presented, 'authorization') ?? '').split(' ', 2)
  if (scheme.toLowerCase() !== 'bearer' || token === undefined) return refused('no_signature')
  let isMissing = false
  for (const secret of secrets) {
    const keys = await keysOf(secret, token, keySetAt)
    isMissing ||= keys === undefined
    for (const key of keys ?? []) {
      const verdict = await verdictBy(key, token, presented.now, proof)
      if (verdict !== undefined) return verdict
    }
  }
  return refused(isMissing ? 'no_key_set' : 'wrong_signature')
}

/** undefined: they cannot be fetched. A token by a key that the fetched set does not have: the sender may have a new one. */
async function keysOf(secret: string, token: string, keySetAt: KeySetAt): Promise<JWK[] | undefined> {
  if (!isKeySetAddress(secret)) return keysIn(secret)
  const text = await keySetAt(secret, false)
  if (text === undefined) return undefined
  const keys = keysIn(text)
  const kid = keyIdOf(token)
  if (kid === undefined || keys.some(key => key.kid === kid)) return keys
  return keysIn((await keySetAt(secret, true)) ?? text)
}

function keyIdOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid
  } catch {
    return undefined
  }
}

/** undefined: another key signed it, or none. */
async function verdictBy(
  key: JWK,
  token: string,
  now: Date,
  { tolerance_seconds: tolerance = TOLERANCE_SECONDS, issuer, audience }: JwtProof,
): Promise<Verdict | undefined> {
  try {
    const { payload } = await jwtVerify(token, header => keyFor(key, header), {
      algorithms: ALGORITHMS,
      // A token that never ends would prove the same for ever to someone who has seen it once.
      requiredClaims: ['exp'],
      clockTolerance: tolerance,
      currentDate: now,
      ...(issuer === undefined ? {} : { issuer }),
      ...(audience === undefined ? {} : { audience }),
    })
    // jose reads this claim only for a largest age.
    const isLater = (payload.iat ?? 0) > now.getTime() / 1_000 + tolerance
    return isLater ? refused('in_the_future') : proved
  } catch (error) {
    // Claims are looked at once the signature is right.
    if (error instanceof errors.JWTExpired) return refused('too_old')
    if (!(error instanceof errors.JWTClaimValidationFailed)) return undefined
    if (error.claim === 'iss' || error.claim === 'aud') return refused('wrong_claims')
    return refused(error.reason === 'check_failed' ? 'in_the_future' : 'no_timestamp')
  }
}

/** A key without an id is for tokens with any. A set of one, because a set refuses to choose between several keys. */
async function keyFor(key: JWK, header: JWTHeaderParameters) {
  const { kid: _, ...anyId } = header
  return createLocalJWKSet({ keys: [key] })(key.kid === undefined ? anyId : header)
}

/** The public keys of a key set, or of one key alone, that can check a token; others are left out. */
export async function readKeySet(text: string): Promise<JWK[]> {
  const usable: JWK[] = []
  for (const key of keysIn(text)) {
    const tried = await Promise.allSettled(ALGORITHMS.map(alg => keyFor(key, { alg })))
    if (tried.some(({ status }) => status === 'fulfilled')) usable.push(key)
  }
  return usable
}

function keysIn(text: string): JWK[] {
  const read = readObject(text)
  const keys: unknown[] = Array.isArray(read.keys) ? read.keys : [read]
  return keys.filter((key): key is JWK => key !== null && typeof key === 'object').slice(0, MOST_KEYS)
}

function readObject(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text)
    return read !== null && typeof read === 'object' ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
