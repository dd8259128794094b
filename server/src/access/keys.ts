import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { hashCredential, newClientId, newSecret } from './credential.ts'

export interface ApiKey {
  id: string
  client_id: string
  name: string
  requests_per_minute: number
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

export interface NewKey {
  name: string
  requestsPerMinute?: number
}

/** The secret is only in the returned value: only its hash is stored. */
export async function createKey(tx: Sql, organisationId: string, actor: string, key: NewKey) {
  const id = newId()
  const clientId = newClientId()
  await tx.query(
    `INSERT INTO api_keys (organisation_id, id, client_id, name, requests_per_minute)
     VALUES ($1, $2, $3, $4, coalesce($5, 6000))`,
    [organisationId, id, clientId, key.name, key.requestsPerMinute],
  )
  const clientSecret = await addSecret(tx, organisationId, id)
  await recordAudit(tx, organisationId, {
    actor,
    action: 'key.created',
    subject: id,
    detail: { name: key.name },
  })
  return { id, clientId, clientSecret }
}

export async function listKeys(tx: Sql, organisationId: string): Promise<ApiKey[]> {
  const { rows } = await tx.query<ApiKey>(
    `SELECT id, client_id, name, requests_per_minute, created_at, last_used_at, revoked_at
     FROM api_keys WHERE organisation_id = $1 ORDER BY id`,
    [organisationId],
  )
  return rows
}

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
