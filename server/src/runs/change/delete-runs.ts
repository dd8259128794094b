import type { Sql } from '#db/sql.ts'

/** Locks runs that started and ended before a time, at most `limit`, and returns their ids. */
export async function lockEndedRuns(
  tx: Sql,
  organisationId: string,
  before: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM runs
     WHERE organisation_id = $1 AND id < uuid_floor($2) AND status IN ('completed', 'failed', 'cancelled')
       AND finished_at < $2
     LIMIT $3 FOR UPDATE SKIP LOCKED`,
    [organisationId, before, limit],
  )
  return rows.map(({ id }) => id)
}

/** Their steps are deleted with their month's partition, or later by `deleteOldSteps`. */
export async function deleteRuns(tx: Sql, organisationId: string, ids: readonly string[]): Promise<void> {
  await tx.query('DELETE FROM runs WHERE organisation_id = $1 AND id = ANY($2)', [organisationId, ids])
}

/** Deletes steps whose runs no longer exist, at most `limit`, and returns how many. */
export async function deleteOldSteps(
  tx: Sql,
  organisationId: string,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM steps WHERE (organisation_id, run_id, position) IN (
       SELECT organisation_id, run_id, position FROM steps s
       WHERE organisation_id = $1 AND run_id < uuid_floor($2)
         AND NOT EXISTS (SELECT FROM runs r WHERE r.organisation_id = $1 AND r.id = s.run_id)
       LIMIT $3)
     AND run_id < uuid_floor($2)`,
    [organisationId, before, limit],
  )
  return rowCount ?? 0
}
