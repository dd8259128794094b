import type { Workflow, WorkflowStatus } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { isLiveAt, toWorkflow, type WorkflowRow, workflowColumns } from './workflow-row.ts'

export interface WorkflowPage {
  readonly statuses?: readonly WorkflowStatus[] | undefined
  /** Only those that are live at one of these venues; null or left out for all. */
  readonly at?: readonly string[] | null
  /** The id of the last workflow on the previous page. */
  readonly after?: string | undefined
  readonly limit: number
}

/** Newest first. */
export async function listWorkflows(
  tx: Sql,
  organisationId: string,
  page: WorkflowPage,
): Promise<Workflow[]> {
  const { rows } = await tx.query<WorkflowRow>(
    `SELECT ${workflowColumns} FROM workflows
     WHERE organisation_id = $1 AND ($2::uuid IS NULL OR id < $2) AND ($4::text[] IS NULL OR status = ANY($4))
       AND ${isLiveAt('$5')}
     ORDER BY id DESC LIMIT $3`,
    [organisationId, page.after ?? null, page.limit, page.statuses ?? null, page.at ?? null],
  )
  return rows.map(toWorkflow)
}
