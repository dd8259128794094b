import type { Venue } from '@millrace/contract/venue'
import type { Sql } from '#db/sql.ts'

/** In the order of their serials, from the one after `after`. */
export async function listVenues(
  tx: Sql,
  organisationId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Venue[]> {
  const { rows } = await tx.query<Omit<Venue, 'created_at'> & { created_at: Date }>(
    `SELECT serial, name, time_zone, created_at FROM venues
     WHERE organisation_id = $1 AND ($2::text IS NULL OR serial > $2) ORDER BY serial LIMIT $3`,
    [organisationId, after ?? null, limit],
  )
  return rows.map(row => ({ ...row, created_at: row.created_at.toISOString() }))
}
