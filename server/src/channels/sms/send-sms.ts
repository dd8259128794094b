import { isPhone } from '@millrace/contract/phone'
import type { HttpClient } from '../http/client.ts'
import { type Outcome, refusedHere } from '../outcome.ts'
import { createRedactor } from '../redact.ts'
import { readProviderAnswer } from './read-answer.ts'
import { type SmsMessage, type SmsSettings, smsSettingsFaults } from './settings.ts'

/** The provider's limit. */
const LONGEST = 1_600

/**
 * One attempt to hand a message to the provider. Whether it reached the phone is reported later, by a status
 * callback.
 */
export async function sendSms(
  settings: SmsSettings,
  message: SmsMessage,
  http: HttpClient,
): Promise<Outcome> {
  const faults = smsSettingsFaults(settings, http.guard.policy)
  if (faults.length > 0) return refusedHere('invalid_settings', faults.join(' '))
  if (!isPhone(message.to)) {
    return refusedHere('invalid_recipient', 'The phone number is not written in full, as +447700900123.')
  }
  if (message.body === '') return refusedHere('empty_message', 'The message is empty.')
  if (message.body.length > LONGEST) {
    return refusedHere('message_too_long', `The message is longer than ${LONGEST} characters.`)
  }
  const { accountSid, authToken, sender } = settings
  const form = new URLSearchParams({ To: message.to, Body: message.body })
  if ('from' in sender) form.set('From', sender.from)
  else form.set('MessagingServiceSid', sender.messagingServiceSid)
  if (message.statusCallback !== undefined) form.set('StatusCallback', message.statusCallback)

  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  const base = settings.baseUrl.replace(/\/+$/, '')
  const result = await http.exchange(message.organisationId, {
    method: 'POST',
    url: new URL(`${base}/2010-04-01/Accounts/${accountSid}/Messages.json`),
    headers: {
      authorization: `Basic ${credentials}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'Millrace',
      // Twilio itself ignores it. Compatible providers may use it to drop duplicates.
      'idempotency-key': message.id,
    },
    body: form.toString(),
  })
  return readProviderAnswer(result, createRedactor([authToken, credentials]), message.at)
}
