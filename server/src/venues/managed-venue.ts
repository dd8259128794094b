import type { ManagedVenue } from '@millrace/contract/venue'
import type { Sql } from '#db/sql.ts'
import { venueColumns } from './venue-profile.ts'

export type VenueRow = Omit<ManagedVenue, 'created_at'> & { created_at: Date }

/** For a venue with the alias v. */
export const managedColumns = `${venueColumns}, v.created_at`

export const toManagedVenue = (row: VenueRow): ManagedVenue => ({
  ...row,
  created_at: row.created_at.toISOString(),
})

export async function findVenue(
  tx: Sql,
  organisationId: string,
  serial: string,
): Promise<ManagedVenue | undefined> {
  const { rows } = await tx.query<VenueRow>(
    `SELECT ${managedColumns} FROM venues v WHERE v.organisation_id = $1 AND v.serial = $2`,
    [organisationId, serial],
  )
  return rows[0] && toManagedVenue(rows[0])
}
