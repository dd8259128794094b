import type { EmailSettings, OrganisationSettings, SmsSettings } from '@millrace/contract/settings'

/**
 * Whether a stored secret may go with these settings. Only to the server and the user that it was given for: whoever
 * could send it elsewhere could read it there.
 */

export function keepsPassword(
  { email: { smtp: stored } }: OrganisationSettings,
  { smtp }: EmailSettings,
): boolean {
  return stored !== null && smtp !== null && stored.host === smtp.host && stored.user === smtp.user
}

export function keepsToken({ sms: stored }: OrganisationSettings, sms: SmsSettings): boolean {
  return stored !== null && stored.api_url === sms.api_url && stored.account === sms.account
}
