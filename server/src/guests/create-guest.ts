import type { Guest, NewGuest } from '@millrace/contract/guest'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { type GuestRow, guestColumns, toGuest } from './guest-row.ts'

/** undefined: another guest has this external_id. */
export async function createGuest(
  tx: Sql,
  organisationId: string,
  guest: NewGuest,
  id = newId(),
): Promise<Guest | undefined> {
  try {
    const { rows } = await tx.query<GuestRow>(INSERT, values(organisationId, id, guest))
    return rows[0] && toGuest(rows[0])
  } catch (error) {
    // It is a further identifier of another guest; see keep_identifiers in migrations/0024_identifiers.sql.
    if ((error as { constraint?: string }).constraint === 'guests_external_id') return undefined
    throw error
  }
}

const INSERT = `
  INSERT INTO guests (organisation_id, id, external_id, name, email, phone, email_consent, sms_consent,
                      do_not_contact, tags, attributes)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  ON CONFLICT (organisation_id, external_id) WHERE external_id IS NOT NULL DO NOTHING
  RETURNING ${guestColumns}`

const values = (organisationId: string, id: string, guest: NewGuest): unknown[] => [
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
]
