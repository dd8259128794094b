import { checkUrl } from '../guard/check-url.ts'
import type { AddressPolicy } from '../guard/policy.ts'

/** An account with Twilio, or with a provider whose API is compatible. */
export interface SmsSettings {
  /** The base address of the API, such as https://api.twilio.com. */
  readonly baseUrl: string
  readonly accountSid: string
  readonly authToken: string
  /** A number, a short code or a name; or a service of the provider that chooses one. */
  readonly sender: { readonly from: string } | { readonly messagingServiceSid: string }
}

export interface SmsMessage {
  /** The same in every attempt. */
  readonly id: string
  readonly organisationId: string
  /** E.164, as +447700900123. */
  readonly to: string
  readonly body: string
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
  if (!/^\w{1,64}$/.test(settings.accountSid)) faults.push('The account SID must be letters and digits.')
  if (settings.authToken === '') faults.push('The auth token is missing.')
  const sender = 'from' in settings.sender ? settings.sender.from : settings.sender.messagingServiceSid
  if (!/^\+?[\w .-]{1,64}$/.test(sender))
    faults.push('The sender must be a number, a name or the SID of a service.')
  return faults
}
