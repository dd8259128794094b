import type { ScimToken } from '@millrace/contract/scim'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { hashSecret, isSecret, newSecret } from '../secret.ts'

/** Where an identity provider finds SCIM. */
export const scimAddress = (baseUrl: string): string => `${baseUrl}/scim/v2`

export async function readScimToken(sql: Sql, organisationId: string): Promise<ScimToken | null> {
  const { rows } = await sql.query<{ created_by: string; created_at: Date; last_used_at: Date | null }>(
    'SELECT created_by, created_at, last_used_at FROM scim_tokens WHERE organisation_id = $1',
    [organisationId],
  )
  const [row] = rows
  if (row === undefined) return null
  return {
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }
}

/** Replaces the previous one, which ends at once. Returns what is shown this once. */
export async function createScimToken(tx: Sql, organisationId: string, actor: string): Promise<string> {
  const { token, hash } = newSecret()
  await tx.query(
    `INSERT INTO scim_tokens (organisation_id, hash, created_by) VALUES ($1, $2, $3)
     ON CONFLICT (organisation_id) DO UPDATE SET hash = excluded.hash, created_by = excluded.created_by,
       created_at = now(), last_used_at = NULL`,
    [organisationId, hash, actor],
  )
  await recordAudit(tx, organisationId, {
    actor,
    action: 'single_sign_on.scim_token_created',
    subject: organisationId,
  })
  return token
}

/** false when there was none. */
export async function revokeScimToken(tx: Sql, organisationId: string, actor: string): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM scim_tokens WHERE organisation_id = $1', [organisationId])
  if (rowCount === 0) return false
  await recordAudit(tx, organisationId, {
    actor,
    action: 'single_sign_on.scim_token_revoked',
    subject: organisationId,
  })
  return true
}

/** Whose token it is. That it was used is noted once a minute. */
export async function findByScimToken(sql: Sql, token: string): Promise<string | undefined> {
  if (!isSecret(token)) return undefined
  const hash = hashSecret(token)
  const { rows } = await sql.query<{ organisation_id: string; noted: boolean }>(
    `SELECT organisation_id, coalesce(last_used_at > now() - interval '1 minute', false) AS noted
     FROM scim_tokens WHERE hash = $1`,
    [hash],
  )
  if (rows[0]?.noted === false) {
    await sql.query('UPDATE scim_tokens SET last_used_at = now() WHERE hash = $1', [hash])
  }
  return rows[0]?.organisation_id
}
