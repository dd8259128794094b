import type { Sql } from '#db/sql.ts'
import { type GuestProfile, sendableColumns } from '#guests/guest-profile.ts'

/**
 * The current guests, by id. For who starts runs by the clock `hold` keeps them from being merged meanwhile: otherwise both would
 * have the occasion.
 */
export async function loadProfiles(
  sql: Sql,
  organisationId: string,
  ids: readonly string[],
  hold: '' | 'FOR KEY SHARE' = '',
): Promise<Map<string, GuestProfile>> {
  const { rows } = await sql.query<GuestProfile>(
    `SELECT ${sendableColumns} FROM guests g
     WHERE g.organisation_id = $1 AND g.id = ANY($2) ORDER BY g.id ${hold}`,
    [organisationId, [...new Set(ids)]],
  )
  return new Map(rows.map(guest => [guest.id, guest]))
}
