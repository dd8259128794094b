import type { Task, TaskChange } from '@millrace/contract/dashboard/tasks'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { type Sight, seesTask } from '../lists/sight.ts'
import { where } from '../lists/where.ts'
import { type TaskRow, taskColumns, taskSources, toTask } from './task-row.ts'

export interface TaskToChange {
  readonly organisationId: string
  readonly id: string
  readonly sight: Sight
  readonly change: TaskChange
  readonly actor: string
}

/** Done, open again, or somebody else's. Whoever finished it first keeps the merit. undefined: there is no such task. */
export async function changeTask(tx: Sql, asked: TaskToChange): Promise<Task | undefined> {
  const { organisationId, id, sight, change, actor } = asked
  const before = await findTask(tx, organisationId, id, sight)
  if (before === undefined) return undefined
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
  return findTask(tx, organisationId, id, sight)
}

export async function findTask(
  tx: Sql,
  organisationId: string,
  id: string,
  sight: Sight,
): Promise<Task | undefined> {
  const { sql, values } = where('t', organisationId, [
    ['t.id = :value', id],
    [seesTask, sight],
  ])
  const { rows } = await tx.query<TaskRow>(`SELECT ${taskColumns} FROM ${taskSources} WHERE ${sql}`, values)
  return rows[0] && toTask(rows[0])
}
