import type { WorkflowRun } from '@millrace/contract/run'
import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import { retryFailed } from '../change/retry-failed.ts'
import { findRun } from '../read/find-run.ts'

export type Retry =
  | { readonly kind: 'retried'; readonly run: WorkflowRun }
  | { readonly kind: 'not_failed'; readonly run: WorkflowRun }
  | { readonly kind: 'not_found' }

/** Lets a failed run continue from the step that failed, without repeating the steps before it. */
export async function retryRun(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  organisationId: string,
  { workflowId, runId }: { readonly workflowId?: string | undefined; readonly runId: string },
): Promise<Retry> {
  const isRetried = await retryFailed(tx, queue, organisationId, { workflowId, runId })
  const run = await findRun(tx, organisationId, runId)
  if (run === undefined || (workflowId !== undefined && run.workflow_id !== workflowId)) {
    return { kind: 'not_found' }
  }
  // Failed, and not retried: it is old enough to be deleted.
  if (!isRetried && run.status === 'failed') return { kind: 'not_found' }
  return { kind: isRetried ? 'retried' : 'not_failed', run }
}
