import type { Sql } from '#db/sql.ts'
import { chooseConsent } from '#guests/choose-consent.ts'
import { lockCurrentGuest } from '#guests/merge/current-guest.ts'
import { lockGuest } from '#guests/update-guest.ts'
import { type ChangeParts, guestChanged } from '../commands/guest-changed.ts'
import type { ConfirmToken } from './confirm-url.ts'

/**
 * Records that the guest agrees, in the words of the page. Nothing happens unless a consent waits for them: who has refused since
 * the link was sent does so on the preference page.
 */
export async function confirmConsent(
  tx: Sql,
  parts: ChangeParts,
  { organisationId, guestId, isFor }: ConfirmToken,
  words: string,
): Promise<void> {
  const id = await lockCurrentGuest(tx, organisationId, guestId)
  const guest = id === undefined ? undefined : await lockGuest(tx, organisationId, id)
  if (guest === undefined || guest.email_asked_at === null || !isFor(guest.email)) return
  const stated = { email_consent: { where: 'a link in an e-mail', words } }
  const choice = { email_consent: true }
  await chooseConsent(tx, organisationId, guest.id, choice, stated, guestChanged(parts, organisationId))
}
