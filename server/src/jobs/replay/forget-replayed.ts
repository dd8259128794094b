import type { Sql } from '#db/sql.ts'

/** Forgets which old events were replayed, at most so many, and returns how many: the events are gone. */
export async function forgetReplayed(
  tx: Sql,
  organisationId: string,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM replayed_events WHERE (organisation_id, workflow_id, event_id) IN (
       SELECT organisation_id, workflow_id, event_id FROM replayed_events
       WHERE organisation_id = $1 AND event_id < uuid_floor($2) LIMIT $3)`,
    [organisationId, before, limit],
  )
  return rowCount ?? 0
}
