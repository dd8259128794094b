import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import type { Resumption } from '#steps/step.ts'
import { wakeRuns } from '../change/wake-runs.ts'

/** Wakes the run that waits for this message. A run that no longer waits for it is left alone. */
export async function resumeFromDelivery(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  message: { readonly organisationId: string; readonly runId: string; readonly id: string },
  resumption: Resumption,
): Promise<void> {
  await wakeRuns(tx, queue, {
    from: 'waiting',
    chosen: 'SELECT $1::uuid AS organisation_id, $2::uuid AS id, $4::jsonb AS resumption',
    still: `runs.waiting_for->>'message_id' = $3`,
    values: [message.organisationId, message.runId, message.id, JSON.stringify(resumption)],
  })
}
