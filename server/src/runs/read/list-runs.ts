import type { RunStatus, WorkflowRun } from '@millrace/contract/run'
import type { Sql } from '#db/sql.ts'
import { isAt, type RunRow, runColumns, shownStatus, toRun, withWorkflow } from './run-row.ts'

export interface RunFilter {
  readonly workflowId: string
  readonly statuses?: readonly RunStatus[] | undefined
  readonly guestId?: string | undefined
  /** Only runs at these venues; null or left out for all. */
  readonly at?: readonly string[] | null
  /** The id of the last run on the previous page. */
  readonly after?: string | undefined
  readonly limit: number
}

/** Newest first. */
export async function listRuns(tx: Sql, organisationId: string, filter: RunFilter): Promise<WorkflowRun[]> {
  const { rows } = await tx.query<RunRow>(
    `SELECT ${runColumns} FROM runs r ${withWorkflow}
     WHERE r.organisation_id = $1 AND r.workflow_id = $2 AND ($3::uuid IS NULL OR r.id < $3)
       AND ($4::text[] IS NULL OR ${shownStatus} = ANY($4)) AND ($5::uuid IS NULL OR r.guest_id = $5)
       AND ${isAt('$7')}
     ORDER BY r.id DESC LIMIT $6`,
    [
      organisationId,
      filter.workflowId,
      filter.after ?? null,
      filter.statuses ?? null,
      filter.guestId ?? null,
      filter.limit,
      filter.at ?? null,
    ],
  )
  return rows.map(toRun)
}
