import type { Smtp } from '@millrace/contract/settings'
import { escapeHtml } from '#base/escape-html.ts'
import type { Channels } from '#channels/channels.ts'
import { type Outcome, refusedHere } from '#channels/outcome.ts'
import { believedTime, clockHolds } from '#db/believed-time.ts'
import type { Sql } from '#db/sql.ts'
import { readCandidates } from '#organisations/providers/choose-provider.ts'
import { secretOf } from '#organisations/providers/connection.ts'
import { readSecrets } from '#organisations/secrets.ts'
import { smtpOf } from '#organisations/settings/channel-settings.ts'
import { readSettings } from '#organisations/settings/read-settings.ts'
import { webhookSecrets } from '#organisations/webhook-secrets.ts'
import type { Sealer } from '#secrets/sealer.ts'

export interface NoticeParts {
  /** For single statements: an attempt takes as long as the receiver does. */
  readonly sql: Sql
  readonly channels: Pick<Channels, 'sendEmail' | 'callWebhook'>
  readonly sealer: Sealer
}

const AT_ONCE = 10
/** After the last of them it is given up. */
const MOST_ATTEMPTS = 8

interface Due {
  readonly organisation_id: string
  readonly id: string
  readonly recipient: string
  readonly attempt: number
  readonly created_at: Date
  readonly now: Date
}
interface DueEmail extends Due {
  readonly channel: 'email'
  readonly content: { readonly subject: string; readonly paragraphs: readonly string[] }
}
interface DuePost extends Due {
  readonly channel: 'webhook'
  readonly content: { readonly type: string; readonly data: Readonly<Record<string, unknown>> }
}
type DueNotice = DueEmail | DuePost

/**
 * Sends what is due, and returns whether there may be more. A claim moves the due time, so that of several processes one
 * sends; if that one dies, the notice is due again: a warning twice is better than none.
 */
export async function deliverNotices(parts: NoticeParts): Promise<boolean> {
  const { rows } = await parts.sql.query<DueNotice>(
    `UPDATE notices n SET attempt = attempt + 1, due_at = now() + interval '1 minute' * power(2, attempt)
     FROM (
       SELECT organisation_id, id FROM notices WHERE due_at <= now() AND ${clockHolds('$2')} ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
     ) AS due
     WHERE n.organisation_id = due.organisation_id AND n.id = due.id
     RETURNING n.organisation_id, n.id, n.channel, n.recipient, n.content, n.attempt, n.created_at, now() AS now`,
    [AT_ONCE, believedTime.forClaims()],
  )
  // Together: a receiver that hangs does not hold up the others.
  await Promise.all(rows.map(async notice => settle(parts.sql, notice, await attempt(parts, notice))))
  return rows.length === AT_ONCE
}

const attempt = (parts: NoticeParts, notice: DueNotice): Promise<Outcome> =>
  notice.channel === 'email' ? email(parts, notice) : post(parts, notice)

/** Signed as webhooks are, by the organisation's secret. */
async function post({ sql, channels, sealer }: NoticeParts, notice: DuePost): Promise<Outcome> {
  const { organisation_id: organisationId, id, recipient: url, content, created_at, now } = notice
  return channels.callWebhook({
    ...{ id, organisationId, url, method: 'POST', headers: {}, at: now },
    body: JSON.stringify({ ...content, timestamp: created_at.toISOString() }),
    secrets: await webhookSecrets(sql, sealer, organisationId),
  })
}

async function email({ sql, channels, sealer }: NoticeParts, notice: DueEmail): Promise<Outcome> {
  const { organisation_id: organisationId, id, recipient, content, now } = notice
  const stored = await readSettings(sql, organisationId)
  const settings = stored?.settings.email
  if (settings === undefined || settings.smtp === null) {
    return refusedHere('not_configured', 'There is no mail server in the settings.')
  }
  const secrets = await readSecrets(sql, sealer, organisationId)
  const message = {
    id,
    organisationId,
    from: { name: settings.from_name, address: settings.from_address },
    to: { address: recipient },
    subject: content.subject,
    html: content.paragraphs.map(text => `<p>${escapeHtml(text)}</p>`).join('\n'),
    text: content.paragraphs.join('\n\n'),
    at: now,
  }
  // Without a turn of their pace: these are few, and about what cannot wait. Those that are down are asked last.
  const providers = await readCandidates(sql, organisationId, 'email')
  let outcome: Outcome = refusedHere('not_configured', 'There is no mail server in the settings.')
  for (const provider of providers.sort((one, other) => Number(one.down) - Number(other.down))) {
    const smtp = smtpOf(provider.connection as Smtp, secretOf(provider, secrets) ?? '')
    outcome = await channels.sendEmail(smtp, message)
    if (outcome.kind !== 'retry') return outcome
  }
  return outcome
}

async function settle(
  sql: Sql,
  { organisation_id, id, attempt: made }: DueNotice,
  outcome: Outcome,
): Promise<void> {
  if (outcome.kind === 'retry' && made < MOST_ATTEMPTS) return
  await sql.query(
    `UPDATE notices SET due_at = NULL, sent_at = CASE WHEN $3::text IS NULL THEN now() END, error = $3
     WHERE organisation_id = $1 AND id = $2`,
    [organisation_id, id, outcome.kind === 'delivered' ? null : outcome.message],
  )
}
