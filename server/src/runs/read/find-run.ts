import type { WorkflowRun } from '@millrace/contract/run'
import type { Sql } from '#db/sql.ts'
import { isAt, type RunRow, runColumns, toRun, withWorkflow } from './run-row.ts'

/** `at`: only if it is at one of these venues; null for any. */
export async function findRun(
  tx: Sql,
  organisationId: string,
  id: string,
  at: readonly string[] | null = null,
): Promise<WorkflowRun | undefined> {
  const { rows } = await tx.query<RunRow>(
    `SELECT ${runColumns} FROM runs r ${withWorkflow} WHERE r.organisation_id = $1 AND r.id = $2
       AND ${isAt('$3')}`,
    [organisationId, id, at],
  )
  return rows[0] && toRun(rows[0])
}
