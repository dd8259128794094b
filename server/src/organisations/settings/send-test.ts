import type { EmailTest, SmsTest, WebhookTest } from '@millrace/contract/settings'
import { newId } from '#base/ids.ts'
import type { Channels } from '#channels/channels.ts'
import { type Outcome, refusedHere } from '#channels/outcome.ts'
import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { readSecrets } from '../secrets.ts'
import { webhookSecrets } from '../webhook-secrets.ts'
import { smsOf, smtpOf } from './channel-settings.ts'
import { readSettings } from './read-settings.ts'
import { keepsPassword, keepsToken } from './stored-secret.ts'

/**
 * Messages to test settings, before or after saving them. One attempt each, with the outcome that the channel
 * reports. They take as long as the receiver does, so `sql` is not a transaction.
 */
export interface TestParts {
  readonly sql: Sql
  readonly channels: Pick<Channels, 'sendEmail' | 'sendSms' | 'callWebhook'>
  readonly sealer: Sealer
}

export const SENTENCE = 'This is a test from Millrace. The settings work.'

export async function sendTestEmail(
  parts: TestParts,
  organisationId: string,
  { to, email: given, smtp_password }: EmailTest,
): Promise<Outcome> {
  const { settings, secrets, now } = await read(parts, organisationId)
  const email = given ?? settings.email
  if (email.smtp === null) return refusedHere('not_configured', 'There is no mail server in the settings.')
  const password = smtp_password ?? (keepsPassword(settings, email) ? secrets.smtp_password : undefined)
  if (email.smtp.user !== undefined && password === undefined)
    return refusedHere('no_password', 'Give the password of this user at this mail server.')
  return parts.channels.sendEmail(smtpOf(email.smtp, password ?? ''), {
    id: newId(),
    organisationId,
    from: { name: email.from_name, address: email.from_address },
    to: { address: to },
    subject: 'A test from Millrace',
    html: `<p>${SENTENCE}</p>`,
    at: now,
    ...(email.reply_to === undefined ? {} : { replyTo: { address: email.reply_to } }),
  })
}

/** What a workflow would send, to someone who tests it. */
export interface TestMail {
  readonly subject: string
  readonly html: string
  readonly text?: string
  readonly from_name?: string
  readonly reply_to?: string
}

export async function sendTestMail(
  parts: TestParts,
  organisationId: string,
  to: string,
  { subject, html, text, from_name, reply_to }: TestMail,
): Promise<Outcome> {
  const { settings, secrets, now } = await read(parts, organisationId)
  const { email } = settings
  if (email.smtp === null) return refusedHere('not_configured', 'There is no mail server in the settings.')
  const replyTo = reply_to ?? email.reply_to
  return parts.channels.sendEmail(smtpOf(email.smtp, secrets.smtp_password ?? ''), {
    id: newId(),
    organisationId,
    from: { name: from_name ?? email.from_name, address: email.from_address },
    to: { address: to },
    subject: `Test: ${subject}`,
    html,
    at: now,
    ...(text === undefined ? {} : { text }),
    ...(replyTo === undefined ? {} : { replyTo: { address: replyTo } }),
  })
}

export async function sendTestSms(
  parts: TestParts,
  organisationId: string,
  { to, sms: given, sms_token }: SmsTest,
): Promise<Outcome> {
  const { settings, secrets, now } = await read(parts, organisationId)
  const sms = given ?? settings.sms
  if (sms === null) return refusedHere('not_configured', NO_SMS)
  const token = sms_token ?? (keepsToken(settings, sms) ? secrets.sms_token : undefined)
  return parts.channels.sendSms(smsOf(sms, token ?? ''), {
    id: newId(),
    organisationId,
    to,
    body: SENTENCE,
    at: now,
  })
}

const NO_SMS = 'There is no SMS provider in the settings.'

/** What a workflow would send by SMS, to someone who tests it. */
export async function sendTestText(
  parts: TestParts,
  organisationId: string,
  to: string,
  body: string,
): Promise<Outcome> {
  const { settings, secrets, now } = await read(parts, organisationId)
  if (settings.sms === null) return refusedHere('not_configured', NO_SMS)
  const id = newId()
  return parts.channels.sendSms(smsOf(settings.sms, secrets.sms_token ?? ''), {
    id,
    organisationId,
    to,
    body,
    at: now,
  })
}

export async function sendTestWebhook(
  parts: TestParts,
  organisationId: string,
  { url }: WebhookTest,
): Promise<Outcome> {
  const { now } = await read(parts, organisationId)
  return parts.channels.callWebhook({
    id: newId(),
    organisationId,
    url,
    method: 'POST',
    headers: {},
    body: JSON.stringify({ type: 'test', timestamp: now.toISOString(), data: { message: SENTENCE } }),
    secrets: await webhookSecrets(parts.sql, parts.sealer, organisationId),
    at: now,
  })
}

async function read({ sql, sealer }: TestParts, organisationId: string) {
  const [stored, secrets, clock] = await Promise.all([
    readSettings(sql, organisationId),
    readSecrets(sql, sealer, organisationId),
    sql.query<{ now: Date }>('SELECT now()'),
  ])
  if (stored === undefined) throw new Error(`organisation ${organisationId} is not there`)
  return { settings: stored.settings, secrets, now: (clock.rows[0] as { now: Date }).now }
}
