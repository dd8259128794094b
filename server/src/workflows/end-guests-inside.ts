import type { Sql } from '#db/sql.ts'

export interface Ending {
  readonly organisationId: string
  readonly workflowId: string
  readonly upToVersion: number
  /** Shown to people who look at one of the runs. */
  readonly reason: string
  readonly actor: string
}

/**
 * Requests the end of the runs on these versions; the worker carries it out. Only runs that already exist: after a
 * pause the same version may take guests again, and their runs stay.
 */
export async function endGuestsInside(tx: Sql, ending: Ending): Promise<void> {
  const { organisationId, workflowId, upToVersion, reason, actor } = ending
  await tx.query(
    `INSERT INTO run_endings (organisation_id, workflow_id, up_to_version, reason, actor, created_at)
     VALUES ($1, $2, $3, $4, $5, clock_timestamp())
     ON CONFLICT (organisation_id, workflow_id) DO UPDATE
     SET up_to_version = greatest(run_endings.up_to_version, excluded.up_to_version), reason = excluded.reason,
         actor = excluded.actor, created_at = excluded.created_at`,
    [organisationId, workflowId, upToVersion, reason, actor],
  )
}

/** For a run and an ending that covers it. Runs that started later are on a version that takes guests again. */
export const named = (run: string, ending: string) =>
  `${run}.organisation_id = ${ending}.organisation_id AND ${run}.workflow_id = ${ending}.workflow_id
   AND ${run}.workflow_version <= ${ending}.up_to_version AND ${run}.created_at <= ${ending}.created_at
   AND ${run}.status IN ('queued', 'running', 'waiting', 'paused')`

/** Deletes endings that cover no run in progress. */
export async function strikeOffEndings(tx: Sql): Promise<void> {
  await tx.query(`DELETE FROM run_endings e WHERE NOT EXISTS (SELECT FROM runs r WHERE ${named('r', 'e')})`)
}
