import type { WorkflowRun } from '@millrace/contract/run'
import type { Sql } from '#db/sql.ts'
import { type RunRow, runColumns, toRun, withWorkflow } from './run-row.ts'

export async function findRun(tx: Sql, organisationId: string, id: string): Promise<WorkflowRun | undefined> {
  const { rows } = await tx.query<RunRow>(
    `SELECT ${runColumns} FROM runs r ${withWorkflow} WHERE r.organisation_id = $1 AND r.id = $2`,
    [organisationId, id],
  )
  return rows[0] && toRun(rows[0])
}
