import { isPhone } from '@millrace/contract/phone'
import type { HttpClient } from '../http/client.ts'
import { type Outcome, refusedHere } from '../outcome.ts'
import { createRedactor } from '../redact.ts'
import { senderTo } from './sender.ts'
import { type SmsMessage, type SmsSettings, smsSettingsFaults } from './settings.ts'
import { smsVendors } from './vendors/vendors.ts'

/** The providers' limit. */
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
  const sender = senderTo(message.to, settings, message.from)
  if (sender === undefined) return refusedHere('invalid_sender', NAMES_NOT_TAKEN)
  const vendor = smsVendors[settings.vendor]
  const account = { ...settings, baseUrl: settings.baseUrl.replace(/\/+$/, ''), sender }
  const request = vendor.request(account, message)
  const result = await http.exchange(message.organisationId, {
    ...request,
    headers: {
      ...request.headers,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'Millrace',
    },
  })
  return vendor.readAnswer(result, createRedactor(vendor.secrets(settings)), message.at)
}

const NAMES_NOT_TAKEN =
  'The country of this phone number takes no names as senders. Give a number as the sender for it in the settings.'
