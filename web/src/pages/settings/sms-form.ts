import type { SmsSettings } from '@millrace/contract/settings'

/** The SMS settings as they are typed. */
export interface SmsForm {
  readonly through: 'outbox' | 'provider'
  readonly apiUrl: string
  readonly account: string
  readonly from: string
  /** Empty: the stored one, if there is one. */
  readonly token: string
}

export const formOfSms = (sms: SmsSettings | null): SmsForm => ({
  through: sms === null ? 'outbox' : 'provider',
  apiUrl: sms?.api_url ?? 'https://api.twilio.com',
  account: sms?.account ?? '',
  from: sms?.from ?? '',
  token: '',
})

export const smsOfForm = ({ apiUrl, account, from }: SmsForm): SmsSettings => ({
  api_url: apiUrl.trim(),
  account: account.trim(),
  from: from.trim(),
})

/** Sent only if it was typed and a provider is set. */
export const tokenOf = ({ through, token }: SmsForm): { sms_token?: string } =>
  through === 'provider' && token !== '' ? { sms_token: token } : {}
