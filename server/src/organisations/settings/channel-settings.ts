import type { EmailSettings, SmsSettings as StoredSms } from '@millrace/contract/settings'
import type { SmtpSettings } from '#channels/email/settings.ts'
import { senderOf } from '#channels/sms/sender.ts'
import type { SmsSettings } from '#channels/sms/settings.ts'

/** The settings of an organisation in the form that the channels take. */

export function smtpOf(
  { user, ...smtp }: NonNullable<EmailSettings['smtp']>,
  password: string,
): SmtpSettings {
  return user === undefined ? smtp : { ...smtp, login: { username: user, password } }
}

export function smsOf(
  { vendor = 'twilio', api_url, account, from, from_by_country }: StoredSms,
  token: string,
): SmsSettings {
  return {
    vendor,
    baseUrl: api_url,
    accountSid: account,
    authToken: token,
    sender: senderOf(from),
    byCountry: from_by_country,
  }
}
