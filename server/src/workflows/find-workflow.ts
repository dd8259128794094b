import type { Workflow } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { isLiveAt, toWorkflow, type WorkflowRow, workflowColumns } from './workflow-row.ts'

export async function findWorkflow(
  tx: Sql,
  organisationId: string,
  id: string,
  /** Only if it is live at one of these venues; null for any. */
  at: readonly string[] | null = null,
): Promise<Workflow | undefined> {
  const { rows } = await tx.query<WorkflowRow>(
    `SELECT ${workflowColumns} FROM workflows WHERE organisation_id = $1 AND id = $2 AND ${isLiveAt('$3')}`,
    [organisationId, id, at],
  )
  return rows[0] && toWorkflow(rows[0])
}
