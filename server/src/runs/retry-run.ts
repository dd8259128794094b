import type { WorkflowRun } from '@millrace/contract/run'
import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import { enqueueRuns, type RunToAdvance } from './advance-job.ts'
import { findRun } from './find-run.ts'

export type Retry =
  | { readonly kind: 'retried'; readonly run: WorkflowRun }
  | { readonly kind: 'not_failed'; readonly run: WorkflowRun }
  | { readonly kind: 'not_found' }

/** Has a failed run go on from the step that failed, without repeating what was done before it. */
export async function retryRun(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  organisationId: string,
  { workflowId, runId }: { readonly workflowId?: string | undefined; readonly runId: string },
): Promise<Retry> {
  const { rows } = await tx.query<RunToAdvance>(
    `${RETRY} WHERE organisation_id = $1 AND id = $2 AND ($3::uuid IS NULL OR workflow_id = $3) AND status = 'failed'
     ${RETURNING}`,
    [organisationId, runId, workflowId ?? null],
  )
  await enqueueRuns(tx, queue, rows)
  const run = await findRun(tx, organisationId, runId)
  if (run === undefined || (workflowId !== undefined && run.workflow_id !== workflowId)) {
    return { kind: 'not_found' }
  }
  return { kind: rows.length > 0 ? 'retried' : 'not_failed', run }
}

// What had come for the run and no step had seen, because the walk as a whole was undone, is still to be seen.
const RETRY = `
  UPDATE runs SET status = CASE WHEN node_id IS NULL THEN 'queued' ELSE 'running' END, sequence = sequence + 1,
                  error = NULL, finished_at = NULL, resumption = coalesce(resumption, '{"kind": "retry"}')`
const RETURNING = 'RETURNING organisation_id, id AS run_id, sequence'
