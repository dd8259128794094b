import type { WorkflowRun } from '@millrace/contract/run'
import type { Sql } from '#db/sql.ts'
import { endRuns } from '../change/end-runs.ts'
import { findRun } from '../read/find-run.ts'

export type Cancellation =
  | { readonly kind: 'cancelled'; readonly run: WorkflowRun }
  | { readonly kind: 'finished'; readonly run: WorkflowRun }
  | { readonly kind: 'not_found' }

/** Ends a run where it is: see `endRuns`. */
export async function cancelRun(
  tx: Sql,
  organisationId: string,
  { workflowId, runId }: { workflowId: string; runId: string },
): Promise<Cancellation> {
  const ended = await endRuns(tx, {
    as: 'cancelled',
    chosen: `SELECT organisation_id, id, NULL AS reason FROM runs
             WHERE organisation_id = $1 AND workflow_id = $2 AND id = $3`,
    values: [organisationId, workflowId, runId],
  })
  const run = await findRun(tx, organisationId, runId)
  if (run === undefined || run.workflow_id !== workflowId) return { kind: 'not_found' }
  return { kind: ended.length > 0 ? 'cancelled' : 'finished', run }
}
