import type { ManagedVenue } from '@millrace/contract/venue'
import type { Sql } from '#db/sql.ts'
import type { ActingMember } from '#members/session.ts'
import { findVenue } from '#venues/managed-venue.ts'
import { Refusal } from '../../refusal.ts'

/** Longer than any serial is none, and so is what PostgreSQL could not be asked for. */
const isSerial = (text: string) => text.length <= 12 && !text.includes('\0') && text.isWellFormed()

export async function requireVenue(
  tx: Sql,
  { organisationId, serials }: Pick<ActingMember, 'organisationId' | 'serials'>,
  serial: string,
): Promise<ManagedVenue> {
  const isSeen = isSerial(serial) && (serials === null || serials.includes(serial))
  const venue = isSeen ? await findVenue(tx, organisationId, serial) : undefined
  if (venue === undefined) throw new Refusal('venue_not_found')
  return venue
}
