import type { ApiKey as ShownKey } from '@millrace/contract/member'
import { everyScope, type Scope } from '@millrace/contract/scope'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { hashCredential, newClientId, newSecret } from './credential.ts'
import type { KeyLimits } from './key-limits.ts'

export interface ApiKey extends KeyLimits {
  id: string
  client_id: string
  name: string
  requests_per_minute: number
  ends_at: Date | null
  test: boolean
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

/** What can be changed of a key. What is left out stays as it is. */
export interface KeyChange extends Partial<KeyLimits> {
  readonly name?: string
  readonly requestsPerMinute?: number
  readonly endsAt?: Date | null
}

export interface NewKey extends KeyChange {
  readonly name: string
  readonly test?: boolean
}

/** The secret is only in the returned value: only its hash is stored. */
export async function createKey(tx: Sql, organisationId: string, actor: string, key: NewKey) {
  const id = newId()
  const clientId = newClientId()
  const { name, requestsPerMinute, scopes, serials, sources, addresses, endsAt, test = false } = key
  await tx.query(
    `INSERT INTO api_keys (organisation_id, id, client_id, name, requests_per_minute, scopes, serials, sources,
       addresses, ends_at, test)
     VALUES ($1, $2, $3, $4, coalesce($5, 6000), $6, $7, $8, $9, $10, $11)`,
    [
      organisationId,
      id,
      clientId,
      name,
      requestsPerMinute,
      scopes ?? null,
      serials ?? null,
      sources ?? null,
      addresses ?? null,
      endsAt ?? null,
      test,
    ],
  )
  const clientSecret = await addSecret(tx, organisationId, id)
  await recordAudit(tx, organisationId, {
    actor,
    action: 'key.created',
    subject: id,
    detail: { name, ...(test ? { test } : {}), ...shownLimits(key) },
  })
  return { id, clientId, clientSecret }
}

/** Only the limits that there are. */
function shownLimits({ scopes, serials, sources, addresses, endsAt }: KeyChange): Record<string, unknown> {
  const limits = { scopes, serials, sources, addresses, ends_at: endsAt?.toISOString() }
  return Object.fromEntries(
    Object.entries(limits).filter(([, limit]) => limit !== undefined && limit !== null),
  )
}

const columns = `id, client_id, name, requests_per_minute, scopes, serials, sources, addresses, ends_at, test,
  created_at, last_used_at, revoked_at`

export async function listKeys(tx: Sql, organisationId: string): Promise<ApiKey[]> {
  const { rows } = await tx.query<ApiKey>(
    `SELECT ${columns} FROM api_keys WHERE organisation_id = $1 ORDER BY id`,
    [organisationId],
  )
  return rows
}

/** A key as its owners see it. */
export function toShownKey(key: ApiKey): ShownKey {
  const time = (at: Date | null) => at?.toISOString() ?? null
  const list = (values: readonly string[] | null) => values && [...values]
  return {
    ...key,
    scopes: [...(key.scopes ?? [everyScope])],
    serials: list(key.serials),
    sources: list(key.sources),
    addresses: list(key.addresses),
    ends_at: time(key.ends_at),
    created_at: key.created_at.toISOString(),
    last_used_at: time(key.last_used_at),
    revoked_at: time(key.revoked_at),
  }
}

/** Scopes as they are stored, by how they are given: without limit, or ALL:ALL, is null. */
export const storedScopes = (names: readonly string[]): readonly Scope[] | null =>
  names.includes(everyScope) ? null : ([...new Set(names)] as Scope[])

export interface KeyOwner {
  organisation_id: string
  name: string
  revoked_at: Date | null
}

/** A client_id is unique over all organisations. */
export async function findKey(tx: Sql, clientId: string): Promise<KeyOwner | undefined> {
  const { rows } = await tx.query<KeyOwner>(
    'SELECT organisation_id, name, revoked_at FROM api_keys WHERE client_id = $1',
    [clientId],
  )
  return rows[0]
}

/**
 * Changes a key. If it may do something else from now on, its tokens end with the same commit: what a token was granted,
 * as its response said, then holds for as long as the token does, and a limit applies from the next request on, in every
 * process. undefined when there is no such key that is not revoked.
 */
export async function changeKey(
  tx: Sql,
  organisationId: string,
  actor: string,
  { clientId, change }: { clientId: string; change: KeyChange },
): Promise<ApiKey | undefined> {
  const keyId = await lockLivingKey(tx, organisationId, clientId)
  if (keyId === undefined) return undefined
  const read = async () => {
    const { rows } = await tx.query<ApiKey>(
      `SELECT ${columns} FROM api_keys WHERE organisation_id = $1 AND id = $2`,
      [organisationId, keyId],
    )
    return rows[0] as ApiKey
  }
  const before = await read()
  const { name, requestsPerMinute, endsAt = before.ends_at } = change
  const limits = { ...limitsOf(before), ...defined(limitsOf(change)) }
  await tx.query(
    `UPDATE api_keys SET name = coalesce($3, name), requests_per_minute = coalesce($4, requests_per_minute),
       scopes = $5, serials = $6, sources = $7, addresses = $8, ends_at = $9,
       reminded = CASE WHEN ends_at IS DISTINCT FROM $9 THEN NULL ELSE reminded END
     WHERE organisation_id = $1 AND id = $2`,
    [
      organisationId,
      keyId,
      name,
      requestsPerMinute,
      limits.scopes,
      limits.serials,
      limits.sources,
      limits.addresses,
      endsAt,
    ],
  )
  const after = await read()
  if (JSON.stringify(limitsOf(before)) !== JSON.stringify(limitsOf(after)))
    await endTokens(tx, organisationId, keyId)
  const changed = changesBetween(before, after)
  if (Object.keys(changed).length > 0) {
    await recordAudit(tx, organisationId, { actor, action: 'key.changed', subject: keyId, detail: changed })
  }
  return after
}

const limitsOf = ({ scopes, serials, sources, addresses }: Partial<KeyLimits>) => ({
  scopes,
  serials,
  sources,
  addresses,
})

const defined = <T extends object>(given: T): Partial<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>

/** Each field that changed, with its value before and after. */
function changesBetween(before: ApiKey, after: ApiKey): Record<string, unknown> {
  const fields = [
    'name',
    'requests_per_minute',
    'scopes',
    'serials',
    'sources',
    'addresses',
    'ends_at',
  ] as const
  return Object.fromEntries(
    fields
      .filter(field => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      .map(field => [field, { before: before[field], after: after[field] }]),
  )
}

async function endTokens(tx: Sql, organisationId: string, keyId: string): Promise<void> {
  await tx.query(
    `UPDATE access_tokens SET revoked_at = now()
     WHERE organisation_id = $1 AND key_id = $2 AND revoked_at IS NULL`,
    [organisationId, keyId],
  )
}

/** Creates a new secret. The old ones work during the grace period, so that clients can be switched one by one. */
export async function rotateKey(
  tx: Sql,
  organisationId: string,
  actor: string,
  { clientId, graceSeconds }: { clientId: string; graceSeconds: number },
): Promise<{ clientSecret: string } | undefined> {
  const keyId = await lockLivingKey(tx, organisationId, clientId)
  if (keyId === undefined) return undefined
  await tx.query(
    `UPDATE api_key_secrets SET expires_at = least(expires_at, now() + make_interval(secs => $3))
     WHERE organisation_id = $1 AND key_id = $2`,
    [organisationId, keyId, graceSeconds],
  )
  const clientSecret = await addSecret(tx, organisationId, keyId)
  await recordAudit(tx, organisationId, {
    actor,
    action: 'key.rotated',
    subject: keyId,
    detail: { graceSeconds },
  })
  return { clientSecret }
}

/** Ends the key and all of its tokens: both are looked up on every request. */
export async function revokeKey(
  tx: Sql,
  organisationId: string,
  actor: string,
  clientId: string,
): Promise<boolean> {
  const keyId = await lockLivingKey(tx, organisationId, clientId)
  if (keyId === undefined) return false
  await tx.query('UPDATE api_keys SET revoked_at = now() WHERE organisation_id = $1 AND id = $2', [
    organisationId,
    keyId,
  ])
  await recordAudit(tx, organisationId, { actor, action: 'key.revoked', subject: keyId })
  return true
}

async function lockLivingKey(tx: Sql, organisationId: string, clientId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM api_keys
     WHERE organisation_id = $1 AND client_id = $2 AND revoked_at IS NULL FOR UPDATE`,
    [organisationId, clientId],
  )
  return rows[0]?.id
}

async function addSecret(tx: Sql, organisationId: string, keyId: string): Promise<string> {
  const secret = newSecret()
  await tx.query('INSERT INTO api_key_secrets (organisation_id, key_id, hash) VALUES ($1, $2, $3)', [
    organisationId,
    keyId,
    hashCredential(secret),
  ])
  return secret
}
