import type { SmsSettings } from '@millrace/contract/settings'
import { smsVendorAddresses as addresses, type SmsVendorName } from '@millrace/contract/sms-vendor'

/** An account with an SMS provider as it is typed. */
export interface SmsAccountForm {
  readonly vendor: SmsVendorName
  readonly apiUrl: string
  readonly account: string
  readonly from: string
  /** As "US +15550100, FR 38123". */
  readonly byCountry: string
}

export const accountOfSms = (sms: SmsSettings | null | undefined): SmsAccountForm => ({
  vendor: sms?.vendor ?? 'twilio',
  apiUrl: sms?.api_url ?? addresses.twilio,
  account: sms?.account ?? '',
  from: sms?.from ?? '',
  byCountry: Object.entries(sms?.from_by_country ?? {})
    .map(([country, from]) => `${country} ${from}`)
    .join(', '),
})

export function smsOfAccount({ vendor, apiUrl, account, from, byCountry }: SmsAccountForm): SmsSettings {
  const senders = byCountry
    .split(',')
    .map(entry => /^\s*(\S+)\s*(.*?)\s*$/.exec(entry))
    .flatMap(read => (read === null ? [] : [[(read[1] as string).toUpperCase(), read[2] as string] as const]))
  return {
    ...(vendor === 'twilio' ? {} : { vendor }),
    api_url: apiUrl.trim(),
    // MessageBird knows the account by its key.
    account: vendor === 'messagebird' ? 'MessageBird' : account.trim(),
    from: from.trim(),
    ...(senders.length === 0 ? {} : { from_by_country: Object.fromEntries(senders) }),
  }
}

/** Another provider has another address, unless a different one was typed. */
export const withVendor = (form: SmsAccountForm, vendor: SmsVendorName): Partial<SmsAccountForm> => ({
  vendor,
  ...(form.apiUrl === addresses[form.vendor] ? { apiUrl: addresses[vendor] } : {}),
})
