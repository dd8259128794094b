import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import type { Resumption } from '#steps/step.ts'
import { wakeRuns } from '../change/wake-runs.ts'
import { lockForEvents } from './watch-locks.ts'

/**
 * Wakes the run that waits for this task, before the task is marked as done in the same transaction. The lock keeps away
 * the run while it decides whether to wait: it either sees that the task is done, or is found waiting. Runs are locked
 * before their tasks, as when a guest is deleted.
 */
export async function resumeFromTask(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  task: {
    readonly organisationId: string
    readonly guestId: string
    readonly runId: string
    readonly id: string
  },
): Promise<void> {
  const resumption: Resumption = { kind: 'task', task_id: task.id }
  await lockForEvents(tx, [task.guestId])
  await wakeRuns(tx, queue, {
    from: 'waiting',
    chosen: 'SELECT $1::uuid AS organisation_id, $2::uuid AS id, $4::jsonb AS resumption',
    still: `runs.waiting_for->'task_ids' ? $3::text`,
    values: [task.organisationId, task.runId, task.id, JSON.stringify(resumption)],
  })
}
