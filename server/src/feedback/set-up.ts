import {
  type EmailFeedback,
  type FeedbackProvider,
  feedbackProviderNames,
} from '@millrace/contract/email-feedback'
import { hooks } from '@millrace/contract/operations/hooks'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { type SecretName, writeSecret } from '#organisations/secrets.ts'
import type { Sealer } from '#secrets/sealer.ts'

/** Where the keys that prove reports are stored, sealed. */
export const secretOf = (provider: FeedbackProvider): SecretName => `feedback_${provider}`

/** Where a provider sends its reports. */
export const feedbackAddress = (
  baseUrl: string,
  organisationId: string,
  provider: FeedbackProvider,
): string =>
  baseUrl + hooks.takeReports.path.replace(':organisationId', organisationId).replace(':provider', provider)

type Figures = Omit<EmailFeedback, 'address' | 'last_at' | 'refused_at'> & {
  readonly last_at: Date | null
  readonly refused_at: Date | null
}

/** Every provider, whether it is set up or not. */
export async function listFeedback(
  tx: Sql,
  organisationId: string,
  baseUrl: string,
): Promise<EmailFeedback[]> {
  const { rows } = await tx.query<Figures>(
    `SELECT p.provider, s.name IS NOT NULL AS has_key, coalesce(f.recorded, 0) AS recorded,
            coalesce(f.unknown, 0) AS unknown, coalesce(f.refused, 0) AS refused, f.last_at, f.refused_at, f.refusal
     FROM unnest($2::text[]) WITH ORDINALITY AS p (provider, position)
     LEFT JOIN email_feedback f ON f.organisation_id = $1 AND f.provider = p.provider
     LEFT JOIN organisation_secrets s ON s.organisation_id = $1 AND s.name = 'feedback_' || p.provider
     ORDER BY p.position`,
    [organisationId, feedbackProviderNames],
  )
  return rows.map(row => ({
    ...row,
    address: feedbackAddress(baseUrl, organisationId, row.provider),
    last_at: row.last_at?.toISOString() ?? null,
    refused_at: row.refused_at?.toISOString() ?? null,
  }))
}

export async function saveFeedbackKey(
  tx: Sql,
  sealer: Sealer,
  organisationId: string,
  actor: string,
  { provider, key }: { readonly provider: FeedbackProvider; readonly key: string },
): Promise<void> {
  await writeSecret(tx, sealer, organisationId, secretOf(provider), key)
  await recordAudit(tx, organisationId, { actor, action: 'email_feedback.saved', subject: provider })
}

/** Returns false where nothing is set up for the provider. What it has reported stays. */
export async function removeFeedbackKey(
  tx: Sql,
  sealer: Sealer,
  organisationId: string,
  actor: string,
  provider: FeedbackProvider,
): Promise<boolean> {
  const { rows } = await tx.query(
    'SELECT FROM organisation_secrets WHERE organisation_id = $1 AND name = $2 FOR UPDATE',
    [organisationId, secretOf(provider)],
  )
  if (rows.length === 0) return false
  await writeSecret(tx, sealer, organisationId, secretOf(provider), null)
  await recordAudit(tx, organisationId, { actor, action: 'email_feedback.removed', subject: provider })
  return true
}

export async function isFeedbackSetUp(
  sql: Sql,
  organisationId: string,
  provider: FeedbackProvider,
): Promise<boolean> {
  const { rows } = await sql.query(
    'SELECT FROM organisation_secrets WHERE organisation_id = $1 AND name = $2',
    [organisationId, secretOf(provider)],
  )
  return rows.length > 0
}
