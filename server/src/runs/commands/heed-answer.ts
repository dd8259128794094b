import type { Sql } from '#db/sql.ts'
import { type GivenAnswer, recordAnswer } from '#messages/record-answer.ts'
import type { Queue } from '#queue/queue.ts'
import type { Resumption } from '#steps/step.ts'
import { wakeRuns } from '../change/wake-runs.ts'
import { lockForEvents } from '../waits/watch-locks.ts'

/** Stores an answer, unless there is one, and wakes the run if it waits for it. The order is that of `heed-click`. */
export async function heedAnswer(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  { runId, guestId, ...given }: GivenAnswer & { readonly runId: string; readonly guestId: string },
): Promise<void> {
  const resumption: Resumption = { kind: 'answer', email_id: given.messageId }
  await lockForEvents(tx, [guestId])
  await wakeRuns(tx, queue, {
    from: 'waiting',
    chosen: 'SELECT $1::uuid AS organisation_id, $2::uuid AS id, $4::jsonb AS resumption',
    still: `runs.waiting_for->>'type' = 'answer' AND runs.waiting_for->>'email_id' = $3`,
    values: [given.organisationId, runId, given.messageId, JSON.stringify(resumption)],
  })
  await recordAnswer(tx, given)
}
