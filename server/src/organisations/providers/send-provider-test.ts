import { isPhone } from '@millrace/contract/phone'
import type { SmsSettings, Smtp } from '@millrace/contract/settings'
import { newId } from '#base/ids.ts'
import { type Outcome, refusedHere } from '#channels/outcome.ts'
import { readSecrets } from '../secrets.ts'
import { smsOf, smtpOf } from '../settings/channel-settings.ts'
import { readSettings } from '../settings/read-settings.ts'
import { SENTENCE, type TestParts } from '../settings/send-test.ts'
import { readCandidates } from './choose-provider.ts'
import { secretOf } from './connection.ts'
import { recordAnswer } from './record-health.ts'

/**
 * A message through one provider, whatever its state and its pace; undefined if there is none. If it goes out, a provider
 * that was down is used again at once.
 */
export async function sendProviderTest(
  { sql, channels, sealer }: TestParts,
  organisationId: string,
  id: string,
  to: string,
): Promise<Outcome | undefined> {
  const [emails, texts, secrets, stored, clock] = await Promise.all([
    readCandidates(sql, organisationId, 'email'),
    readCandidates(sql, organisationId, 'sms'),
    readSecrets(sql, sealer, organisationId),
    readSettings(sql, organisationId),
    sql.query<{ now: Date }>('SELECT now()'),
  ])
  const provider = [...emails, ...texts].find(one => one.id === id)
  if (provider === undefined || stored === undefined) return undefined
  const secret = secretOf(provider, secrets) ?? ''
  const message = { id: newId(), organisationId, at: (clock.rows[0] as { now: Date }).now }
  if (provider.channel === 'sms') {
    if (!isPhone(to))
      return refusedHere('invalid_recipient', 'Give a phone number in full, as +442079460000.')
    const outcome = await channels.sendSms(smsOf(provider.connection as SmsSettings, secret), {
      ...message,
      to,
      body: SENTENCE,
    })
    return noted(outcome)
  }
  const { email } = stored.settings
  const outcome = await channels.sendEmail(smtpOf(provider.connection as Smtp, secret), {
    ...message,
    from: { name: email.from_name, address: email.from_address },
    to: { address: to },
    subject: 'A test from Millrace',
    html: `<p>${SENTENCE}</p>`,
    ...(email.reply_to === undefined ? {} : { replyTo: { address: email.reply_to } }),
  })
  return noted(outcome)

  async function noted(outcome: Outcome): Promise<Outcome> {
    if (outcome.kind === 'delivered') await recordAnswer(sql, organisationId, id)
    return outcome
  }
}
