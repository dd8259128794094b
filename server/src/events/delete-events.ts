import type { Sql } from '#db/sql.ts'

/**
 * Deletes events that are older than their organisation's retention, at most `limit`, and returns how many. It keeps
 * events that a run in progress may need: a run that starts to wait for an event looks back at the events since it
 * started. Ids find the rows; what decides is when the database stored them, because an id may come from a wrong clock.
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
       WHERE organisation_id = $1 AND id < uuid_floor($2) AND created_at < $2 AND NOT EXISTS (
         SELECT FROM runs r
         WHERE r.organisation_id = $1 AND r.guest_id = e.guest_id AND r.created_at <= e.created_at
           AND r.status NOT IN ('completed', 'failed', 'cancelled'))
       LIMIT $3)
     AND id < uuid_floor($2)`,
    [organisationId, before, limit],
  )
  return rowCount ?? 0
}
