import type { SmsVendorName } from '@millrace/contract/sms-vendor'
import { checkUrl } from '../guard/check-url.ts'
import type { AddressPolicy } from '../guard/policy.ts'
import { isCountry } from './read-phone.ts'
import { type Senders, senderFault } from './sender.ts'
import { smsVendors } from './vendors/vendors.ts'

/** An account with a provider of SMS. */
export interface SmsSettings extends Senders {
  readonly vendor: SmsVendorName
  /** The base address of the API, such as https://api.twilio.com. */
  readonly baseUrl: string
  readonly accountSid: string
  readonly authToken: string
}

export interface SmsMessage {
  /** The same in every attempt. */
  readonly id: string
  readonly organisationId: string
  /** E.164, as +447700900123. */
  readonly to: string
  readonly body: string
  /** The sender of the venue. */
  readonly from?: string | undefined
  readonly statusCallback?: string
  readonly at: Date
}

/** What is wrong with an account's settings, each as a sentence. Checked when saving and again before sending. */
export function smsSettingsFaults(settings: SmsSettings, policy: AddressPolicy): string[] {
  const faults: string[] = []
  const checked = checkUrl(settings.baseUrl, policy)
  if ('fault' in checked) faults.push(checked.fault)
  else if (checked.url.search !== '' || checked.url.hash !== '') {
    faults.push('The address of the SMS provider must not have a query.')
  } else if (checked.url.protocol !== 'https:' && policy.allowPrivate.length === 0) {
    faults.push(
      'The address of the SMS provider must begin with https://: the token goes with every request.',
    )
  }
  faults.push(...smsVendors[settings.vendor].faults(settings))
  if (settings.authToken === '') faults.push('The auth token is missing.')
  const { sender, byCountry = {} } = settings
  if ('messagingServiceSid' in sender) {
    if (!/^\w{1,64}$/.test(sender.messagingServiceSid))
      faults.push('The SID of a messaging service must be letters and digits.')
  } else pushed(faults, senderFault(sender.from))
  for (const [country, from] of Object.entries(byCountry)) {
    const fault = isCountry(country) ? senderFault(from) : 'This is not a country, as GB.'
    if (fault !== undefined) faults.push(`${country}: ${fault}`)
  }
  return faults
}

function pushed(faults: string[], fault: string | undefined): void {
  if (fault !== undefined) faults.push(fault)
}
