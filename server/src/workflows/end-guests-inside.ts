import type { Sql } from '#db/sql.ts'

export interface Ending {
  readonly organisationId: string
  readonly workflowId: string
  readonly upToVersion: number
  /** Read by whoever looks at one of the runs. */
  readonly reason: string
  readonly actor: string
}

/**
 * Has the runs on these versions end; the worker carries it out. Only runs that there are already: after a pause the
 * same version may take guests again, and those stay.
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
