import { outdated } from '#db/outdated.ts'
import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'

/** An organisation's secrets for other services. Stored sealed, and never shown again. */
export const secretNames = [
  'smtp_password',
  'sms_token',
  'webhook_secret',
  'webhook_secret_previous',
  'feedback_ses',
  'feedback_postmark',
  'feedback_sendgrid',
  'feedback_mailgun',
  'dkim_keys',
] as const
/** Also those of providers after the first, by their ids. */
export type SecretName = (typeof secretNames)[number] | `provider_${string}`
export type OpenedSecrets = Readonly<Partial<Record<SecretName, string>>>

export const contextOf = (organisationId: string, name: SecretName) => ({
  organisationId,
  table: 'organisation_secrets',
  column: 'sealed',
  id: name,
})

/** For a row of organisation_secrets: a webhook secret that was replaced more than a day ago. */
const outlived = `name = 'webhook_secret_previous' AND updated_at < now() - interval '24 hours'`

export const outdatedSecrets = outdated('DELETE FROM organisation_secrets', 'organisation_id, name', outlived)

export async function readSecrets(tx: Sql, sealer: Sealer, organisationId: string): Promise<OpenedSecrets> {
  const { rows } = await tx.query<{ name: SecretName; sealed: string }>(
    `SELECT name, sealed FROM organisation_secrets WHERE organisation_id = $1 AND NOT (${outlived})`,
    [organisationId],
  )
  return Object.fromEntries(
    rows.map(({ name, sealed }) => [name, sealer.open(sealed, contextOf(organisationId, name))]),
  )
}

/** null removes it. */
export async function writeSecret(
  tx: Sql,
  sealer: Sealer,
  organisationId: string,
  name: SecretName,
  value: string | null,
): Promise<void> {
  if (value === null) {
    await tx.query('DELETE FROM organisation_secrets WHERE organisation_id = $1 AND name = $2', [
      organisationId,
      name,
    ])
    return
  }
  await tx.query(
    `INSERT INTO organisation_secrets (organisation_id, name, sealed) VALUES ($1, $2, $3)
     ON CONFLICT (organisation_id, name) DO UPDATE SET sealed = excluded.sealed, updated_at = now()`,
    [organisationId, name, sealer.seal(value, contextOf(organisationId, name))],
  )
}

/** The stored secret, or else the offered one: if several are offered at once, the first. */
export async function ensureSecret(
  tx: Sql,
  sealer: Sealer,
  organisationId: string,
  name: SecretName,
  offered: string,
): Promise<string> {
  const { rows } = await tx.query<{ sealed: string }>(
    `WITH made AS (
       INSERT INTO organisation_secrets (organisation_id, name, sealed) VALUES ($1, $2, $3)
       ON CONFLICT (organisation_id, name) DO NOTHING RETURNING sealed
     )
     SELECT sealed FROM made
     UNION ALL SELECT sealed FROM organisation_secrets WHERE organisation_id = $1 AND name = $2 LIMIT 1`,
    [organisationId, name, sealer.seal(offered, contextOf(organisationId, name))],
  )
  return rows[0] === undefined ? offered : sealer.open(rows[0].sealed, contextOf(organisationId, name))
}
