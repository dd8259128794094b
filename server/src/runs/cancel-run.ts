import type { WorkflowRun } from '@millrace/contract/run'
import type { Sql } from '#db/sql.ts'
import { findRun } from './find-run.ts'
import { type RunRow, runColumns, toRun } from './run-row.ts'

export type Cancellation =
  | { readonly kind: 'cancelled'; readonly run: WorkflowRun }
  | { readonly kind: 'finished'; readonly run: WorkflowRun }
  | { readonly kind: 'not_found' }

/**
 * Ends a run where it is, and the wait it may be in. The growing sequence makes whatever was on its way to the run (a job, a worker in the
 * middle of it) too late; the row lock makes this wait for a worker that is just writing.
 */
export async function cancelRun(
  tx: Sql,
  organisationId: string,
  { workflowId, runId }: { workflowId: string; runId: string },
): Promise<Cancellation> {
  const { rows } = await tx.query<RunRow>(
    `WITH cancelled AS (
       UPDATE runs SET status = 'cancelled', sequence = sequence + 1, waiting_for = NULL, resumes_at = NULL,
                       finished_at = now()
       WHERE organisation_id = $1 AND workflow_id = $2 AND id = $3
         AND status NOT IN ('completed', 'failed', 'cancelled')
       RETURNING *
     ), left_open AS (
       UPDATE steps SET status = 'skipped', detail = detail || '{"reason": "cancelled"}', finished_at = now()
       FROM cancelled
       WHERE steps.organisation_id = $1 AND steps.run_id = $3 AND steps.position = cancelled.step_count - 1
         AND steps.status = 'waiting'
     )
     SELECT ${runColumns} FROM cancelled`,
    [organisationId, workflowId, runId],
  )
  if (rows[0] !== undefined) return { kind: 'cancelled', run: toRun(rows[0]) }
  const run = await findRun(tx, organisationId, runId)
  return run === undefined || run.workflow_id !== workflowId
    ? { kind: 'not_found' }
    : { kind: 'finished', run }
}
