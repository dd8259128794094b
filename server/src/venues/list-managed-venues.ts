import type { ManagedVenue } from '@millrace/contract/venue'
import type { Sql } from '#db/sql.ts'
import { managedColumns, toManagedVenue, type VenueRow } from './managed-venue.ts'

export interface VenueFilter {
  /** In the order of their serials without it; with a minus the other way round. */
  readonly sort?: 'serial' | '-serial' | 'name' | '-name' | undefined
  readonly after: string | undefined
  readonly limit: number
  /** Anywhere in the serial or the name, ignoring case. */
  readonly text?: string | undefined
  /** The venues that a member sees; undefined for all of them. */
  readonly serials?: readonly string[] | undefined
}

/** From the one after `after`, with all their settings. Venues are few, so no index has to know their names. */
export async function listManagedVenues(
  tx: Sql,
  organisationId: string,
  filter: VenueFilter,
): Promise<ManagedVenue[]> {
  const { sql, values } = venuesStatement(organisationId, filter)
  const { rows } = await tx.query<VenueRow>(sql, values)
  return rows.map(toManagedVenue)
}

export function venuesStatement(
  organisationId: string,
  { after, limit, text, serials, sort = 'serial' }: VenueFilter,
) {
  const [later, direction] = sort.startsWith('-') ? ['<', 'DESC'] : ['>', 'ASC']
  const [isLater, order] = sort.endsWith('name')
    ? [
        `(lower(v.name), v.serial) ${later}
         (SELECT lower(last.name), last.serial FROM venues last WHERE last.organisation_id = $1 AND last.serial = $2)`,
        `lower(v.name) ${direction}, v.serial ${direction}`,
      ]
    : [`v.serial ${later} $2`, `v.serial ${direction}`]
  return {
    sql: `SELECT ${managedColumns} FROM venues v
     WHERE v.organisation_id = $1 AND ($2::text IS NULL OR ${isLater})
       AND ($4::text IS NULL OR strpos(lower(v.serial || ' ' || v.name), lower($4)) > 0)
       AND ($5::text[] IS NULL OR v.serial = ANY($5))
     ORDER BY ${order} LIMIT $3`,
    values: [organisationId, after ?? null, limit, text ?? null, serials ?? null],
  }
}
