import type { Guest, NewGuest } from '@millrace/contract/guest'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { confirmsConsent } from './confirms-consent.ts'
import { type GuestRow, guestColumns, toGuest } from './guest-row.ts'
import { unlessTaken } from './unless-taken.ts'

/** undefined: another guest has this external_id. `test`: with a test key, which sends nothing, so nobody is asked to confirm. */
export async function createGuest(
  tx: Sql,
  organisationId: string,
  guest: NewGuest,
  { id = newId(), test = false } = {},
): Promise<Guest | undefined> {
  // Without an external_id, nothing can be taken.
  const waits = guest.email_consent === true && (await confirmsConsent(tx, organisationId))
  const given = waits ? { ...guest, email_consent: false } : guest
  const insert = () => tx.query<GuestRow>(INSERT, values(organisationId, id, given, waits && !test))
  const inserted = guest.external_id == null ? await insert() : await unlessTaken(tx, insert)
  const row = inserted?.rows[0]
  return row && toGuest(row)
}

const INSERT = `
  INSERT INTO guests (organisation_id, id, external_id, name, email, phone, email_consent, sms_consent,
                      do_not_contact, tags, attributes, email_asked_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, CASE WHEN $12 THEN now() END)
  RETURNING ${guestColumns}`

const values = (organisationId: string, id: string, guest: NewGuest, asks: boolean): unknown[] => [
  organisationId,
  id,
  guest.external_id ?? null,
  guest.name ?? null,
  guest.email ?? null,
  guest.phone ?? null,
  guest.email_consent ?? false,
  guest.sms_consent ?? false,
  guest.do_not_contact ?? false,
  [...new Set(guest.tags ?? [])],
  JSON.stringify(guest.attributes ?? {}),
  asks,
]
