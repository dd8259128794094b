import type { Sql } from '#db/sql.ts'
import { chooseConsent } from '#guests/choose-consent.ts'
import { lockCurrentGuest } from '#guests/merge/current-guest.ts'
import { type ChangeParts, guestChanged } from './guest-changed.ts'

export interface HeardSms {
  /** In E.164. */
  readonly from: string
  readonly wish: 'stop' | 'start' | 'help'
  /** What the guest wrote. */
  readonly words: string
}

const LONGEST_WORDS = 200

/**
 * Withdraws the consent to SMS of every guest with this number, or gives it: the guest's own words are the proof. Returns
 * the first of them; undefined where nobody has the number. Asking for help changes nothing.
 */
export async function heedSms(
  tx: Sql,
  parts: ChangeParts,
  organisationId: string,
  { from, wish, words }: HeardSms,
): Promise<{ readonly id: string; readonly language: unknown } | undefined> {
  const { rows } = await tx.query<{ id: string; language: unknown }>(
    `SELECT id, attributes -> 'language' AS language FROM guests
     WHERE organisation_id = $1 AND phone_key = $2 ORDER BY id`,
    [organisationId, from],
  )
  const stated = { sms_consent: { where: 'an SMS', words: words.slice(0, LONGEST_WORDS) } }
  for (const { id: found } of wish === 'help' ? [] : rows) {
    // They may be merged at this moment.
    const id = await lockCurrentGuest(tx, organisationId, found)
    if (id === undefined) continue
    await chooseConsent(
      tx,
      organisationId,
      id,
      { sms_consent: wish === 'start' },
      stated,
      guestChanged(parts, organisationId),
    )
  }
  return rows[0]
}
