import type { Sql } from '#db/sql.ts'
import { keptFrom } from '#organisations/retention.ts'
import type { Queue } from '#queue/queue.ts'
import { enqueueRuns, type RunToAdvance } from '../advance-job.ts'
import { isOutdated } from './delete-runs.ts'

const KEPT_FROM = `(SELECT ${keptFrom('o')} FROM organisations o WHERE o.id = $1)`

/**
 * Lets a failed run continue from the step that failed, and gives it a job. Returns false if there is no such run, or
 * if it has not failed, or is no longer kept: its month may be being dropped.
 *
 * A resumption that no step has seen, because the walk as a whole was undone, is kept for the next attempt.
 */
export async function retryFailed(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  organisationId: string,
  { workflowId, runId }: { readonly workflowId?: string | undefined; readonly runId: string },
): Promise<boolean> {
  const { rows } = await tx.query<RunToAdvance>(
    `UPDATE runs SET status = CASE WHEN node_id IS NULL THEN 'queued' ELSE 'running' END, sequence = sequence + 1,
                     error = NULL, finished_at = NULL, resumption = coalesce(resumption, '{"kind": "retry"}')
     WHERE organisation_id = $1 AND id = $2 AND ($3::uuid IS NULL OR workflow_id = $3) AND status = 'failed'
       AND (${isOutdated('runs', KEPT_FROM)}) IS NOT TRUE
     RETURNING organisation_id, id AS run_id, sequence`,
    [organisationId, runId, workflowId ?? null],
  )
  await enqueueRuns(tx, queue, rows)
  return rows.length > 0
}
