import type { Task, TaskChange } from '@millrace/contract/dashboard/tasks'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'

export interface TaskToChange {
  readonly organisationId: string
  /** The task before the change. */
  readonly before: Pick<Task, 'id' | 'status' | 'assignee'>
  readonly change: TaskChange
  readonly actor: string
}

/** Marks a task as done or open again, or assigns it. The person who finished it first stays recorded. */
export async function changeTask(
  tx: Sql,
  { organisationId, before, change, actor }: TaskToChange,
): Promise<void> {
  const { id } = before
  const { status = before.status, assignee = before.assignee } = change
  await tx.query(
    `UPDATE tasks t SET status = $3, assignee = $4,
       done_at = CASE WHEN $3 = 'open' THEN NULL ELSE coalesce(t.done_at, now()) END,
       done_by = CASE WHEN $3 = 'open' THEN NULL ELSE coalesce(t.done_by, $5) END
     WHERE t.organisation_id = $1 AND t.id = $2`,
    [organisationId, id, status, assignee, actor],
  )
  const note = (action: string) => recordAudit(tx, organisationId, { actor, action, subject: id })
  if (status !== before.status) await note(status === 'done' ? 'task.done' : 'task.reopened')
  if (assignee !== before.assignee) await note('task.assigned')
}
