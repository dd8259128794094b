import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto'
import type { JwtProof } from '@millrace/contract/connection-proof'
import { headerOf, type Prove, proved, refused, type Verdict } from './proof.ts'

const TOLERANCE_SECONDS = 300

/** Of RFC 7518 and RFC 8037, those with a public key: someone who can read a shared one can sign. */
const algorithms: Readonly<Record<string, { readonly hash: string | null; readonly type: string }>> = {
  RS256: { hash: 'sha256', type: 'rsa' },
  ES256: { hash: 'sha256', type: 'ec' },
  EdDSA: { hash: null, type: 'ed25519' },
}

/** A signed token (RFC 7519) as the bearer token. The secret is the key set of the sender (RFC 7517). */
export const proveJwt: Prove<JwtProof> = (proof, secrets, presented) => {
  const [scheme = '', token] = (headerOf(presented, 'authorization') ?? '').split(' ', 2)
  if (scheme.toLowerCase() !== 'bearer' || token === undefined) return refused('no_signature')
  const [head = '', content = '', signature = '', ...more] = token.split('.')
  const header = readPart(head)
  const claims = readPart(content)
  const algorithm =
    typeof header.alg === 'string' && Object.hasOwn(algorithms, header.alg) && algorithms[header.alg]
  // RFC 7515, section 4.1.11: an extension that must be understood is not.
  if (more.length > 0 || !algorithm || header.crit !== undefined) return refused('wrong_signature')
  const signed = Buffer.from(`${head}.${content}`)
  const isSigned = secrets
    .flatMap(readKeySet)
    .filter(
      ({ id, key }) =>
        key.asymmetricKeyType === algorithm.type &&
        (id === undefined || header.kid === undefined || id === header.kid),
    )
    .some(({ key }) =>
      verify(algorithm.hash, signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')),
    )
  if (!isSigned) return refused('wrong_signature')
  return checkClaims(claims, presented.now, proof.tolerance_seconds ?? TOLERANCE_SECONDS)
}

/** A token that never ends would prove the same for ever to someone who has seen it once. */
function checkClaims({ exp, nbf, iat }: Record<string, unknown>, now: Date, tolerance: number): Verdict {
  const seconds = now.getTime() / 1_000
  if (typeof exp !== 'number') return refused('no_timestamp')
  if (exp < seconds - tolerance) return refused('too_old')
  const begins = [nbf, iat].filter(one => typeof one === 'number')
  return begins.some(one => one > seconds + tolerance) ? refused('in_the_future') : proved
}

function readPart(text: string): Record<string, unknown> {
  return readObject(Buffer.from(text, 'base64url').toString('utf8'))
}

function readObject(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text)
    return read !== null && typeof read === 'object' ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** The public keys of a key set, or of one key alone; what cannot be read is left out. */
export function readKeySet(text: string): { readonly id: string | undefined; readonly key: KeyObject }[] {
  const read = readObject(text)
  const keys = Array.isArray(read.keys) ? read.keys : [read]
  return keys.flatMap((jwk: JsonWebKey | null) => {
    try {
      const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
      return [{ id: typeof jwk?.kid === 'string' ? jwk.kid : undefined, key }]
    } catch {
      return []
    }
  })
}
