import type { Sql } from '#db/sql.ts'

/** What is no longer kept: `r` started and ended before the time of a parameter. Its id finds it, the times decide. */
export const isOutdated = (r: string, before: string) =>
  `${r}.id < uuid_floor(${before}) AND ${r}.status IN ('completed', 'failed', 'cancelled') AND ${r}.finished_at < ${before}`

const belongings = {
  messages: 'messages b WHERE true',
  doneTasks: `tasks b WHERE b.status = 'done'`,
}

/** Runs that are no longer kept and still have messages or done tasks, one for each of these, at most `limit`. */
export async function findOutdatedWith(
  tx: Sql,
  what: keyof typeof belongings,
  { organisationId, before, limit }: { organisationId: string; before: Date; limit: number },
): Promise<string[]> {
  // By what belongs to runs, of which there may be many more. The inner limit keeps the order.
  const { rows } = await tx.query<{ id: string }>(
    `SELECT b.run_id AS id
     FROM (SELECT b.run_id FROM ${belongings[what]} AND b.organisation_id = $1 AND b.run_id < uuid_floor($2)) AS b,
       LATERAL (SELECT FROM runs r WHERE r.organisation_id = $1 AND r.id = b.run_id AND ${isOutdated('r', '$2')} LIMIT 1) AS its
     LIMIT $3`,
    [organisationId, before, limit],
  )
  return rows.map(({ id }) => id)
}

/** Locks runs that are no longer kept, at most `limit`, and returns their ids. */
export async function lockEndedRuns(
  tx: Sql,
  organisationId: string,
  before: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM runs r WHERE organisation_id = $1 AND ${isOutdated('r', '$2')} LIMIT $3 FOR UPDATE SKIP LOCKED`,
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
