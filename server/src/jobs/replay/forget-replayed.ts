import type { Sql } from '#db/sql.ts'

/** Deletes the records of replays of old events, at most `limit`, and returns how many: the events no longer exist. */
export async function forgetReplayed(
  tx: Sql,
  organisationId: string,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM replayed_events WHERE (organisation_id, workflow_id, event_id) IN (
       SELECT organisation_id, workflow_id, event_id FROM replayed_events p
       WHERE organisation_id = $1 AND event_id < uuid_floor($2)
         AND NOT EXISTS (SELECT FROM events e WHERE e.organisation_id = $1 AND e.id = p.event_id)
       LIMIT $3)`,
    [organisationId, before, limit],
  )
  return rowCount ?? 0
}
