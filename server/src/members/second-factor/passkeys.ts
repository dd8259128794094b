import { isIP } from 'node:net'
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Sql } from '#db/sql.ts'

/** What every authenticator has: Ed25519, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257]

/** The site that passkeys are for: what is made for one works on no other. */
export interface Site {
  readonly id: string
  readonly origin: string
}

/** undefined: browsers make no passkeys for an address that is a number. */
export function siteOf(baseUrl: string): Site | undefined {
  const { hostname, origin } = new URL(baseUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : undefined
}

export interface Passkey {
  readonly id: string
  readonly name: string
  readonly created_at: Date
  readonly last_used_at: Date | null
}

export async function listPasskeys(sql: Sql, memberId: string): Promise<Passkey[]> {
  const { rows } = await sql.query<Passkey>(
    'SELECT id, name, created_at, last_used_at FROM passkeys WHERE member_id = $1 ORDER BY created_at, id',
    [memberId],
  )
  return rows
}

interface Stored {
  id: string
  member_id: string
  public_key: Buffer
  counter: number
  transports: AuthenticatorTransport[]
}

async function storedOf(sql: Sql, memberId: string): Promise<Stored[]> {
  const { rows } = await sql.query<Stored>(
    'SELECT id, member_id, public_key, counter::float8 AS counter, transports FROM passkeys WHERE member_id = $1',
    [memberId],
  )
  return rows
}

/** What a browser needs to make a new passkey. It asks for the person's finger, face or PIN: it is two factors in one. */
export async function registrationOptions(
  sql: Sql,
  site: Site,
  member: { readonly id: string; readonly email: string; readonly name: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: 'Millrace',
    rpID: site.id,
    userID: new Uint8Array(Buffer.from(member.id)),
    userName: member.email,
    userDisplayName: member.name,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: await storedOf(sql, member.id),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** false when the answer is not that of a new passkey for this challenge. */
export async function addPasskey(
  tx: Sql,
  site: Site,
  {
    memberId,
    name,
    challenge,
    answer,
  }: { memberId: string; name: string; challenge: string; answer: object },
): Promise<boolean> {
  const verified = await verifyRegistrationResponse({
    response: answer as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
    // Whatever is malformed makes it throw.
  }).catch(() => undefined)
  if (!verified?.verified) return false
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  const { rowCount } = await tx.query(
    `INSERT INTO passkeys (id, member_id, name, public_key, counter, transports) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO NOTHING`,
    [id, memberId, name, Buffer.from(publicKey), counter, transports],
  )
  return rowCount === 1
}

/** What a browser needs to sign with a passkey: one of the member's, or, without a member, any that it has for the site. */
export async function authenticationOptions(
  sql: Sql,
  site: Site,
  memberId: string | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: site.id,
    userVerification: 'required',
    ...(memberId === null ? {} : { allowCredentials: await storedOf(sql, memberId) }),
  })
}

/** The member whose passkey signed the challenge. A counter that goes back is a copy of the passkey, and is refused. */
export async function usePasskey(
  tx: Sql,
  site: Site,
  { challenge, answer }: { challenge: string; answer: object },
): Promise<string | undefined> {
  const { id } = answer as { id?: unknown }
  if (typeof id !== 'string') return undefined
  const { rows } = await tx.query<Stored>(
    `SELECT id, member_id, public_key, counter::float8 AS counter, transports FROM passkeys WHERE id = $1 FOR UPDATE`,
    [id],
  )
  const [stored] = rows
  if (stored === undefined) return undefined
  const verified = await verifyAuthenticationResponse({
    response: answer as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    credential: { ...stored, publicKey: new Uint8Array(stored.public_key) },
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  await tx.query('UPDATE passkeys SET counter = $2, last_used_at = now() WHERE id = $1', [
    id,
    verified.authenticationInfo.newCounter,
  ])
  return stored.member_id
}

/** The name of what was removed; undefined when the member has no such passkey. */
export async function removePasskey(tx: Sql, memberId: string, id: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ name: string }>(
    'DELETE FROM passkeys WHERE member_id = $1 AND id = $2 RETURNING name',
    [memberId, id],
  )
  return rows[0]?.name
}
