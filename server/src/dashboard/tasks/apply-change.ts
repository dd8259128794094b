import type { Task, TaskChange } from '@millrace/contract/dashboard/tasks'
import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import { resumeFromTask } from '#runs/waits/resume-from-task.ts'
import { changeTask } from '#tasks/change-task.ts'

interface AppliedChange {
  readonly organisationId: string
  readonly before: Task
  readonly change: TaskChange
  readonly actor: string
}

/** Changes a task; one that is done wakes the run that waits for it. */
export async function applyChange(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  applied: AppliedChange,
): Promise<void> {
  const { organisationId, before, change } = applied
  if (change.status === 'done' && before.status === 'open') {
    const { id, guest_id: guestId, run_id: runId } = before
    await resumeFromTask(tx, queue, { organisationId, guestId, runId, id })
  }
  await changeTask(tx, applied)
}
