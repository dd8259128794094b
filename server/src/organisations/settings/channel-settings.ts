import type { EmailSettings, SmsSettings as StoredSms } from '@millrace/contract/settings'
import type { SmtpSettings } from '#channels/email/settings.ts'
import type { SmsSettings } from '#channels/sms/settings.ts'

/** The settings of an organisation in the form that the channels take. */

export function smtpOf(
  { user, ...smtp }: NonNullable<EmailSettings['smtp']>,
  password: string,
): SmtpSettings {
  return user === undefined ? smtp : { ...smtp, login: { username: user, password } }
}

/** The SIDs of messaging services begin with MG; everything else is a sender. */
export function smsOf({ api_url, account, from }: StoredSms, token: string): SmsSettings {
  return {
    baseUrl: api_url,
    accountSid: account,
    authToken: token,
    sender: from.startsWith('MG') ? { messagingServiceSid: from } : { from },
  }
}
