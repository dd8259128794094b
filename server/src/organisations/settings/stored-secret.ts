import type { EmailSettings, OrganisationSettings, SmsSettings } from '@millrace/contract/settings'

/**
 * Whether a stored secret may be used with these settings: only with the server and the user that it was given for.
 * If it could be sent elsewhere, it could be read there.
 */

export function keepsPassword(
  { email: { smtp: stored } }: OrganisationSettings,
  { smtp }: EmailSettings,
): boolean {
  return stored !== null && smtp !== null && stored.host === smtp.host && stored.user === smtp.user
}

export function keepsToken({ sms: stored }: OrganisationSettings, sms: SmsSettings): boolean {
  return (
    stored !== null &&
    stored.vendor === sms.vendor &&
    stored.api_url === sms.api_url &&
    stored.account === sms.account
  )
}
