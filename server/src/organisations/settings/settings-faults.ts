import type { EmailSettings, OrganisationSettings, SmsSettings } from '@millrace/contract/settings'
import { footerFault } from '#blocks/footer-fault.ts'
import { isLocale } from '#calendar/locale.ts'
import { isTimeZone } from '#calendar/time-zone.ts'
import { isMailAddress } from '#channels/email/address.ts'
import { smtpSettingsFaults } from '#channels/email/settings.ts'
import { checkUrl } from '#channels/guard/check-url.ts'
import type { AddressPolicy } from '#channels/guard/policy.ts'
import { isCountry } from '#channels/sms/read-phone.ts'
import { smsSettingsFaults } from '#channels/sms/settings.ts'
import { smsOf, smtpOf } from './channel-settings.ts'
import { quietHoursFaults } from './quiet-hours-faults.ts'

/** What is wrong with each field, in sentences, by the field's path. */
export type SettingsFaults = Record<string, string[]>

/** The secrets that belong to the settings; undefined where there is none. */
export interface GivenSecrets {
  readonly smtpPassword: string | undefined
  readonly smsToken: string | undefined
}

/** What is wrong beyond the schema, all at once. */
export function settingsFaults(
  settings: OrganisationSettings,
  secrets: GivenSecrets,
  policy: AddressPolicy,
): SettingsFaults {
  const faults: SettingsFaults = {}
  const fault = (path: string, ...sentences: string[]) => {
    if (sentences.length > 0) faults[path] = [...(faults[path] ?? []), ...sentences]
  }
  if (!isTimeZone(settings.time_zone)) fault('time_zone', NO_ZONE)
  if (!isLocale(settings.locale)) fault('locale', NO_LOCALE)
  if (typeof settings.country === 'string' && !isCountry(settings.country)) fault('country', NO_COUNTRY)
  for (const [index, { id }] of (settings.topics ?? []).entries()) {
    const isFirst = settings.topics?.findIndex(topic => topic.id === id) === index
    if (!isFirst) fault(`topics.${index}.name`, `Another topic has the id ${id}. Choose another name.`)
  }
  const footer = footerFault(settings.brand)
  if (footer !== undefined) fault('brand.footer', footer)
  fault('quiet_hours', ...quietHoursFaults(settings.quiet_hours))
  emailFaults(settings.email, secrets.smtpPassword, policy, fault)
  if (settings.sms !== null) fault('sms', ...smsFaults(settings.sms, secrets.smsToken, policy))
  if (typeof settings.alerts_url === 'string') {
    const checked = checkUrl(settings.alerts_url, policy)
    if ('fault' in checked) fault('alerts_url', checked.fault)
  }
  return faults
}

function emailFaults(
  email: EmailSettings,
  password: string | undefined,
  policy: AddressPolicy,
  fault: (path: string, ...sentences: string[]) => void,
): void {
  if (!isMailAddress(email.from_address)) fault('email.from_address', NO_ADDRESS)
  if (email.reply_to !== undefined && !isMailAddress(email.reply_to)) fault('email.reply_to', NO_ADDRESS)
  if (email.smtp === null) return
  fault('email.smtp', ...smtpSettingsFaults(smtpOf(email.smtp, password ?? ''), policy))
  if (email.smtp.user !== undefined && password === undefined) {
    fault('smtp_password', 'Give the password of this user at this mail server.')
  }
}

export function smsFaults(sms: SmsSettings, token: string | undefined, policy: AddressPolicy): string[] {
  return smsSettingsFaults(smsOf(sms, token ?? ''), policy)
}

export const NO_ZONE = 'This is not the name of a time zone, as Europe/London.'
export const NO_LOCALE = 'This is not a locale, as en-GB.'
const NO_COUNTRY = 'This is not a country, as GB.'
const NO_ADDRESS = 'This is not an e-mail address, as hello@example.com.'
