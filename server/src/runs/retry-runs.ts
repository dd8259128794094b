import type { WorkflowRun } from '@millrace/contract/run'
import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import { enqueueRuns, type RunToAdvance } from './advance-job.ts'
import { findRun } from './find-run.ts'

export type Retry =
  | { readonly kind: 'retried'; readonly run: WorkflowRun }
  | { readonly kind: 'not_failed'; readonly run: WorkflowRun }
  | { readonly kind: 'not_found' }

/** Which of an organisation's failed runs. */
export interface FailedRuns {
  /**
   * A run that fails once more has failed later than this, and is left to the next who asks: taking portion after
   * portion comes to an end.
   */
  readonly failedBefore: Date
  readonly failedSince?: Date | undefined
  readonly workflowId?: string | undefined
  readonly errorCode?: string | undefined
  readonly nodeId?: string | undefined
}

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

/**
 * The same for many, a portion at a time, the oldest first: returns how many there were, and less than `limit` means
 * that none is left but those that somebody is just retrying.
 */
export async function retryRuns(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  organisationId: string,
  { failedBefore, failedSince, workflowId, errorCode, nodeId }: FailedRuns,
  limit: number,
): Promise<number> {
  const { rows } = await tx.query<RunToAdvance>(
    `WITH chosen AS (
       SELECT id FROM runs
       WHERE organisation_id = $1 AND error IS NOT NULL AND status = 'failed' AND finished_at <= $2
         AND ($3::timestamptz IS NULL OR finished_at >= $3) AND ($4::uuid IS NULL OR workflow_id = $4)
         AND ($5::text IS NULL OR error->>'code' = $5) AND ($6::text IS NULL OR error->>'node_id' = $6)
       ORDER BY id LIMIT $7
       FOR NO KEY UPDATE SKIP LOCKED
     )
     ${RETRY} WHERE organisation_id = $1 AND id IN (SELECT id FROM chosen) ${RETURNING}`,
    [
      organisationId,
      failedBefore,
      failedSince ?? null,
      workflowId ?? null,
      errorCode ?? null,
      nodeId ?? null,
      limit,
    ],
  )
  await enqueueRuns(tx, queue, rows)
  return rows.length
}

// What had come for the run and no step had seen, because the walk as a whole was undone, is still to be seen.
const RETRY = `
  UPDATE runs SET status = CASE WHEN node_id IS NULL THEN 'queued' ELSE 'running' END, sequence = sequence + 1,
                  error = NULL, finished_at = NULL, resumption = coalesce(resumption, '{"kind": "retry"}')`
const RETURNING = 'RETURNING organisation_id, id AS run_id, sequence'
