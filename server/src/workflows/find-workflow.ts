import type { Workflow } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { toWorkflow, type WorkflowRow, workflowColumns } from './workflow-row.ts'

export async function findWorkflow(
  tx: Sql,
  organisationId: string,
  id: string,
): Promise<Workflow | undefined> {
  const { rows } = await tx.query<WorkflowRow>(
    `SELECT ${workflowColumns} FROM workflows WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id],
  )
  return rows[0] && toWorkflow(rows[0])
}
