import { feedbackProviderNames } from '@millrace/contract/email-feedback'
import type { SmsSettings, Smtp } from '@millrace/contract/settings'
import { suppressionInWords } from '@millrace/contract/suppression'
import type { Channels } from '#channels/channels.ts'
import { feedbackHeaders } from '#channels/email/feedback-headers.ts'
import type { EmailMessage } from '#channels/email/message.ts'
import type { ReturnAddress } from '#channels/email/return-address.ts'
import { type Outcome, refusedHere } from '#channels/outcome.ts'
import type { SmsMessage } from '#channels/sms/settings.ts'
import type { Sql } from '#db/sql.ts'
import type { DueMessage } from '#messages/claim-due.ts'
import { countLinks } from '#messages/count-links.ts'
import type { CountedUrl } from '#messages/counted-url.ts'
import { openNamedSecrets } from '#organisations/named-secrets.ts'
import { secretOf } from '#organisations/providers/connection.ts'
import { type OpenedSecrets, readSecrets } from '#organisations/secrets.ts'
import { smsOf, smtpOf } from '#organisations/settings/channel-settings.ts'
import { webhookSecrets } from '#organisations/webhook-secrets.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { dkimKeysOf, signingKeyFor } from '#sender/dkim-keys.ts'
import { SUPPRESSED } from '#steps/sending.ts'
import type { EmailContent, SmsContent, WebhookContent } from '#steps/step.ts'
import { findSuppressed } from '#suppressions/find-suppressed.ts'
import type { OrganisationFacts, OrganisationFactsCache } from '#venues/organisation-facts.ts'
import { type Attempt, throughProviders } from './through-providers.ts'

export interface DeliverParts {
  /** For single statements, with the engine's rights. */
  readonly sql: Sql
  readonly channels: Channels
  readonly organisations: OrganisationFactsCache
  readonly sealer: Sealer
  /** The address to which the SMS provider reports. */
  statusCallback(organisationId: string, messageId: string): string | undefined
  readonly countedUrl: CountedUrl
  /** Absent where the operator takes no e-mails back. */
  readonly returnAddress?: ReturnAddress | undefined
}

/** Makes one attempt with the current settings: a fix of the settings also applies to waiting messages. */
export async function deliver(parts: DeliverParts, message: DueMessage): Promise<Attempt> {
  const { organisationId } = message
  const organisations = await parts.organisations.find(parts.sql, [organisationId])
  const { settings } = organisations.get(organisationId) as OrganisationFacts
  if (message.channel !== 'webhook') {
    const reason = await findSuppressed(parts.sql, organisationId, message.channel, message.recipient)
    if (reason !== undefined) return { outcome: suppressed(message.channel, reason) }
  }
  switch (message.channel) {
    case 'email': {
      const secrets = await readSecrets(parts.sql, parts.sealer, organisationId)
      const email = emailOf(parts, message, linked(parts, message), settings.email, secrets)
      return throughProviders(parts.sql, { ...message, channel: 'email' }, provider =>
        parts.channels.sendEmail(
          smtpOf(provider.connection as Smtp, secretOf(provider, secrets) ?? ''),
          email,
        ),
      )
    }
    case 'sms': {
      const secrets = await readSecrets(parts.sql, parts.sealer, organisationId)
      const sms = smsMessageOf(parts, message, message.content as SmsContent)
      return throughProviders(parts.sql, { ...message, channel: 'sms' }, provider =>
        parts.channels.sendSms(
          smsOf(provider.connection as SmsSettings, secretOf(provider, secrets) ?? ''),
          sms,
        ),
      )
    }
    case 'webhook':
      return { outcome: await deliverWebhook(parts, message, message.content as WebhookContent) }
  }
}

/** The stored content keeps the addresses as they were written, for people to read and follow without being counted. */
function linked({ countedUrl }: DeliverParts, { organisationId, id, content }: DueMessage): EmailContent {
  const written = content as EmailContent
  return written.count_links ? countLinks(written, target => countedUrl(organisationId, id, target)) : written
}

/** Checked at each attempt: it may have been suppressed while the message waited. */
const suppressed = (channel: 'email' | 'sms', reason: string): Outcome => ({
  kind: 'refused',
  code: SUPPRESSED,
  message: `Nothing is sent to this ${channel === 'sms' ? 'number' : 'address'}: ${suppressionInWords(reason)}.`,
  detail: { contacted: false, durationMs: 0, suppressed_because: reason },
})

function emailOf(
  { returnAddress }: DeliverParts,
  { id, organisationId, recipient, at }: DueMessage,
  content: EmailContent,
  email: OrganisationFacts['settings']['email'],
  { dkim_keys, ...keys }: OpenedSecrets,
): EmailMessage {
  const reporting = feedbackProviderNames.filter(provider => keys[`feedback_${provider}`] !== undefined)
  const replyTo = content.reply_to ?? email.reply_to
  // A provider that reports replaces or refuses an envelope of ours.
  const returned = reporting.length > 0 ? undefined : returnAddress?.(organisationId, id)
  const dkim = signingKeyFor(email.from_address, dkimKeysOf(dkim_keys))
  return {
    id,
    organisationId,
    from: { name: content.from_name ?? email.from_name, address: email.from_address },
    to: { address: recipient, ...(content.to_name === undefined ? {} : { name: content.to_name }) },
    headers: feedbackHeaders(reporting, id),
    subject: content.subject,
    html: content.html,
    at,
    ...(returned === undefined ? {} : { returnPath: returned }),
    ...(dkim === undefined ? {} : { dkim }),
    ...(content.text === undefined ? {} : { text: content.text }),
    ...(replyTo === undefined ? {} : { replyTo: { address: replyTo } }),
    ...(content.unsubscribe_url === undefined ? {} : { unsubscribeUrl: content.unsubscribe_url }),
  }
}

function smsMessageOf(
  { statusCallback }: DeliverParts,
  { id, organisationId, recipient, at }: DueMessage,
  { body, from }: SmsContent,
): SmsMessage {
  const callback = statusCallback(organisationId, id)
  return {
    id,
    organisationId,
    to: recipient,
    body,
    from,
    at,
    ...(callback === undefined ? {} : { statusCallback: callback }),
  }
}

async function deliverWebhook(
  { sql, channels, sealer }: DeliverParts,
  { id, organisationId, at }: DueMessage,
  content: WebhookContent,
): Promise<Outcome> {
  if (!URL.canParse(content.url))
    return refusedHere('invalid_url', 'The address of the webhook is not valid.')
  const { secret_headers, hops = 1, ...request } = content
  const opened = await openHeaders(sql, sealer, organisationId, request.url, secret_headers)
  if ('fault' in opened) return refusedHere('missing_secret', opened.fault)
  const headers = { ...request.headers, ...opened.headers }
  return channels.callWebhook({
    ...request,
    headers,
    hops,
    hidden: Object.values(opened.headers),
    id,
    organisationId,
    secrets: await webhookSecrets(sql, sealer, organisationId),
    at,
  })
}

/** The host is checked here as well: the secret may have been saved for another one since the version was published. */
async function openHeaders(
  sql: Sql,
  sealer: Sealer,
  organisationId: string,
  url: string,
  wanted: Readonly<Record<string, string>> = {},
): Promise<{ headers: Record<string, string> } | { fault: string }> {
  const names = Object.values(wanted)
  if (names.length === 0) return { headers: {} }
  const known = await openNamedSecrets(sql, sealer, organisationId, names)
  const headers: Record<string, string> = {}
  for (const [header, name] of Object.entries(wanted)) {
    const secret = known.get(name)
    if (secret === undefined) return { fault: `There is no secret "${name}". Save it in the settings.` }
    if (secret.host !== new URL(url).hostname)
      return { fault: `The secret "${name}" is for ${secret.host} only.` }
    headers[header] = secret.value
  }
  return { headers }
}
