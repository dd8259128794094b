import type { Sql } from '#db/sql.ts'
import { recordRefusal, refusedConsent } from './refused-consent.ts'
import { type ChangedBy, type Consequences, type UpdatedGuest, updateGuest } from './update-guest.ts'

/** What a guest says themselves about marketing, by channel; what they say nothing about stays. */
export interface ConsentChoice {
  readonly email_consent?: boolean
  readonly sms_consent?: boolean
  /** Topics that are turned on or off. */
  readonly topics?: Readonly<Record<string, boolean>>
}

const fields = ['email_consent', 'sms_consent'] as const

/**
 * Records what a guest has chosen, with where and in which words. A guest who says no without ever having said yes has
 * refused, so that no other system may say yes for them.
 */
export async function chooseConsent(
  tx: Sql,
  organisationId: string,
  guestId: string,
  choice: ConsentChoice,
  stated: Readonly<Record<string, { readonly where: string; readonly words: string }>>,
  consequences: Consequences,
): Promise<UpdatedGuest> {
  const by: ChangedBy = { how: 'guest', actor: null, stated }
  const updated = await updateGuest(tx, organisationId, guestId, choice, by, consequences)
  if (updated.kind !== 'updated') return updated
  const refused = await refusedConsent(tx, organisationId, updated.guest)
  for (const field of fields) {
    if (choice[field] === false && !refused.has(field)) await recordRefusal(tx, guestId, field, by)
  }
  return updated
}
