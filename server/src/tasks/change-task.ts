import type { Task, TaskChange } from '@millrace/contract/dashboard/tasks'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'

export interface TaskToChange {
  readonly organisationId: string
  /** The task before the change. */
  readonly before: Pick<Task, 'id' | 'status' | 'assignee' | 'note'>
  readonly change: TaskChange
  readonly actor: string
}

/** Marks a task as done or open again, assigns it, or writes a note to it. The person who finished it first stays recorded. */
export async function changeTask(
  tx: Sql,
  { organisationId, before, change, actor }: TaskToChange,
): Promise<void> {
  const { id } = before
  const { status = before.status, assignee = before.assignee, note = before.note } = change
  await tx.query(
    `UPDATE tasks t SET status = $3, assignee = $4, note = $6,
       note_by = CASE WHEN $6::text IS NOT DISTINCT FROM t.note THEN t.note_by WHEN $6 IS NOT NULL THEN $5 END,
       done_at = CASE WHEN $3 = 'open' THEN NULL ELSE coalesce(t.done_at, now()) END,
       done_by = CASE WHEN $3 = 'open' THEN NULL ELSE coalesce(t.done_by, $5) END
     WHERE t.organisation_id = $1 AND t.id = $2`,
    [organisationId, id, status, assignee, actor, note],
  )
  const record = (action: string) => recordAudit(tx, organisationId, { actor, action, subject: id })
  if (status !== before.status) await record(status === 'done' ? 'task.done' : 'task.reopened')
  if (assignee !== before.assignee) await record('task.assigned')
  if (note !== before.note) await record('task.noted')
}
