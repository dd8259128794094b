import type { SmsSettings } from '@millrace/contract/settings'
import { accountOfSms, type SmsAccountForm } from './sms-account.ts'

/** The SMS settings as they are typed. */
export interface SmsForm extends SmsAccountForm {
  readonly through: 'outbox' | 'provider'
  /** Empty: the stored one, if there is one. */
  readonly token: string
}

export const formOfSms = (sms: SmsSettings | null): SmsForm => ({
  ...accountOfSms(sms),
  through: sms === null ? 'outbox' : 'provider',
  token: '',
})

/** Sent only if it was typed and a provider is set. */
export const tokenOf = ({ through, token }: SmsForm): { sms_token?: string } =>
  through === 'provider' && token !== '' ? { sms_token: token } : {}
