import type { Sql } from '#db/sql.ts'

/**
 * Deletes events that are older than their organisation keeps them, at most so many, and returns how many. Those stay
 * that a run under way may need: one that comes to wait for an event looks back at what came since it began.
 */
export async function deleteOldEvents(
  tx: Sql,
  organisationId: string,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM events WHERE (organisation_id, id) IN (
       SELECT organisation_id, id FROM events e
       WHERE organisation_id = $1 AND id < uuid_floor($2) AND NOT EXISTS (
         SELECT FROM runs r
         WHERE r.organisation_id = $1 AND r.guest_id = e.guest_id AND r.created_at <= e.created_at
           AND r.status NOT IN ('completed', 'failed', 'cancelled'))
       LIMIT $3)
     AND id < uuid_floor($2)`,
    [organisationId, before, limit],
  )
  return rowCount ?? 0
}
