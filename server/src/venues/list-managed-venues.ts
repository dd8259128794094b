import type { ManagedVenue } from '@millrace/contract/venue'
import type { Sql } from '#db/sql.ts'
import { managedColumns, toManagedVenue, type VenueRow } from './managed-venue.ts'

export interface VenueFilter {
  readonly after: string | undefined
  readonly limit: number
  /** Anywhere in the serial or the name, ignoring case. */
  readonly text?: string | undefined
  /** The venues that a member sees; undefined for all of them. */
  readonly serials?: readonly string[] | undefined
}

/** In the order of their serials, from the one after `after`, with all their settings. */
export async function listManagedVenues(
  tx: Sql,
  organisationId: string,
  { after, limit, text, serials }: VenueFilter,
): Promise<ManagedVenue[]> {
  const { rows } = await tx.query<VenueRow>(
    `SELECT ${managedColumns} FROM venues v
     WHERE v.organisation_id = $1 AND ($2::text IS NULL OR v.serial > $2)
       AND ($4::text IS NULL OR strpos(lower(v.serial || ' ' || v.name), lower($4)) > 0)
       AND ($5::text[] IS NULL OR v.serial = ANY($5))
     ORDER BY v.serial LIMIT $3`,
    [organisationId, after ?? null, limit, text ?? null, serials ?? null],
  )
  return rows.map(toManagedVenue)
}
