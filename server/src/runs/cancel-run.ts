import type { WorkflowRun } from '@millrace/contract/run'
import type { Sql } from '#db/sql.ts'
import { findRun } from './find-run.ts'
import { type RunRow, runColumns, toRun, withWorkflow } from './run-row.ts'

export type Cancellation =
  | { readonly kind: 'cancelled'; readonly run: WorkflowRun }
  | { readonly kind: 'finished'; readonly run: WorkflowRun }
  | { readonly kind: 'not_found' }

/**
 * Ends a run where it is, with the wait it may be in and the message to the guest that has not gone out. The growing
 * sequence makes whatever was on its way to the run (a job, a worker in the middle of it) too late; the row lock makes
 * this wait for a worker that is just writing. What the venue's people are told of a task goes out: the task is there.
 */
export async function cancelRun(
  tx: Sql,
  organisationId: string,
  { workflowId, runId }: { workflowId: string; runId: string },
): Promise<Cancellation> {
  const { rows } = await tx.query<RunRow>(
    `WITH cancelled AS (
       UPDATE runs SET status = 'cancelled', sequence = sequence + 1, waiting_for = NULL, resumes_at = NULL,
                       held_at = NULL, resumption = NULL, finished_at = now()
       WHERE organisation_id = $1 AND workflow_id = $2 AND id = $3
         AND status NOT IN ('completed', 'failed', 'cancelled')
       RETURNING *
     ), left_open AS (
       UPDATE steps SET status = 'skipped', detail = detail || '{"reason": "cancelled"}', finished_at = now()
       FROM cancelled
       WHERE steps.organisation_id = $1 AND steps.run_id = $3 AND steps.position = cancelled.step_count - 1
         AND steps.status = 'waiting'
     ), unheard AS (
       DELETE FROM watches USING cancelled
       WHERE watches.organisation_id = $1 AND watches.guest_id = cancelled.guest_id AND watches.run_id = $3
     ), unsent AS (
       UPDATE messages SET status = 'cancelled', settled_at = now()
       FROM cancelled
       WHERE messages.organisation_id = $1 AND messages.run_id = $3 AND messages.status = 'pending'
         AND messages.guest_id IS NOT NULL
     )
     SELECT ${runColumns} FROM cancelled r ${withWorkflow}`,
    [organisationId, workflowId, runId],
  )
  if (rows[0] !== undefined) return { kind: 'cancelled', run: toRun(rows[0]) }
  const run = await findRun(tx, organisationId, runId)
  return run === undefined || run.workflow_id !== workflowId
    ? { kind: 'not_found' }
    : { kind: 'finished', run }
}
