import type { Sql } from '#db/sql.ts'
import type { CountedLink } from '#messages/counted-url.ts'
import { findClicked, recordClick } from '#messages/record-click.ts'
import type { Queue } from '#queue/queue.ts'
import type { Resumption } from '#steps/step.ts'
import { wakeRuns } from '../change/wake-runs.ts'
import { lockForEvents } from '../waits/watch-locks.ts'

/**
 * Counts a click, and wakes the run if it waits for it. The lock keeps away the run while it decides whether to wait: it
 * either sees the click, or is found waiting. Runs are locked before their messages, as everywhere.
 */
export async function heedClick(tx: Sql, queue: Pick<Queue, 'enqueue'>, link: CountedLink): Promise<void> {
  const clicked = await findClicked(tx, link)
  if (clicked === undefined) return
  const resumption: Resumption = { kind: 'click', email_id: link.messageId }
  await lockForEvents(tx, [clicked.guestId])
  await wakeRuns(tx, queue, {
    from: 'waiting',
    chosen: 'SELECT $1::uuid AS organisation_id, $2::uuid AS id, $5::jsonb AS resumption',
    still: `runs.waiting_for->>'type' = 'click' AND runs.waiting_for->>'email_id' = $3
      AND starts_with($4, runs.waiting_for->>'url')`,
    values: [link.organisationId, clicked.runId, link.messageId, link.target, JSON.stringify(resumption)],
  })
  await recordClick(tx, link)
}
