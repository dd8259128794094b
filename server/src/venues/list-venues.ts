import type { Venue } from '@millrace/contract/venue'
import type { Sql } from '#db/sql.ts'

/** In the order of their serials, from the one after `after`; `only`: these, or all of them. */
export async function listVenues(
  tx: Sql,
  organisationId: string,
  { after, limit, only }: { after: string | undefined; limit: number; only: readonly string[] | null },
): Promise<Venue[]> {
  const { rows } = await tx.query<Omit<Venue, 'created_at'> & { created_at: Date }>(
    `SELECT serial, name, time_zone, created_at FROM venues
     WHERE organisation_id = $1 AND ($2::text IS NULL OR serial > $2)
       AND ($4::text[] IS NULL OR serial = ANY($4)) ORDER BY serial LIMIT $3`,
    [organisationId, after ?? null, limit, only],
  )
  return rows.map(row => ({ ...row, created_at: row.created_at.toISOString() }))
}
