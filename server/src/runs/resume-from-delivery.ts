import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import type { Resumption } from '#steps/step.ts'
import { enqueueRuns, type RunToAdvance } from './advance-job.ts'

/** Lets the run go on that waits for word of this message. One that does not wait for it any more is left alone. */
export async function resumeFromDelivery(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  message: { readonly organisationId: string; readonly runId: string; readonly id: string },
  resumption: Resumption,
): Promise<void> {
  const { rows } = await tx.query<RunToAdvance>(
    `UPDATE runs SET status = 'running', sequence = sequence + 1, waiting_for = NULL, resumes_at = NULL, resumption = $4
     WHERE organisation_id = $1 AND id = $2 AND status = 'waiting' AND waiting_for->>'message_id' = $3
     RETURNING organisation_id, id AS run_id, sequence`,
    [message.organisationId, message.runId, message.id, JSON.stringify(resumption)],
  )
  if (rows.length > 0) await enqueueRuns(tx, queue, rows)
}
