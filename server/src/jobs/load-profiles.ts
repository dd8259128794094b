import type { Sql } from '#db/sql.ts'
import { type GuestProfile, profileColumns } from '#guests/guest-profile.ts'

/** The current guests, by id. */
export async function loadProfiles(
  sql: Sql,
  organisationId: string,
  ids: readonly string[],
): Promise<Map<string, GuestProfile>> {
  const { rows } = await sql.query<GuestProfile>(
    `SELECT ${profileColumns} FROM guests g WHERE g.organisation_id = $1 AND g.id = ANY($2)`,
    [organisationId, [...new Set(ids)]],
  )
  return new Map(rows.map(guest => [guest.id, guest]))
}
