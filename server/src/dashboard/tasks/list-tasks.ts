import type { Task, TaskStatus } from '@millrace/contract/dashboard/tasks'
import type { Sql } from '#db/sql.ts'
import { exactTime, type Position } from '../lists/position.ts'
import { type Sight, seesTask } from '../lists/sight.ts'
import { where } from '../lists/where.ts'
import { type TaskRow, taskColumns, taskSources, toTask } from './task-row.ts'

export interface TasksPage {
  readonly sight: Sight
  readonly status: TaskStatus
  readonly serial?: string | undefined
  readonly assignee?: string | undefined
  readonly guestId?: string | undefined
  readonly after?: Position | undefined
  readonly limit: number
}

export type ListedTask = Task & { readonly exact: string }

/** Newest first. */
export async function listTasks(tx: Sql, organisationId: string, page: TasksPage): Promise<ListedTask[]> {
  const { sql, values } = tasksStatement(organisationId, page)
  const { rows } = await tx.query<TaskRow & { exact: string }>(sql, values)
  return rows.map(toTask)
}

export function tasksStatement(
  organisationId: string,
  page: TasksPage,
): { readonly sql: string; readonly values: unknown[] } {
  const { sql, values } = where('t', organisationId, [
    ['t.status = :value', page.status],
    ['t.serial = :value', page.serial],
    ['t.assignee = :value', page.assignee],
    ['t.guest_id = current_guest($1, :value)', page.guestId],
    [
      `(t.created_at, t.id) < ((:value::text[])[1]::timestamptz, (:value::text[])[2]::uuid)`,
      page.after && [page.after.at, page.after.id],
    ],
    [seesTask, page.sight],
  ])
  return {
    sql: `SELECT ${taskColumns}, ${exactTime('t.created_at')} AS exact FROM ${taskSources}
          WHERE ${sql} ORDER BY t.created_at DESC, t.id DESC LIMIT $${values.length + 1}`,
    values: [...values, page.limit],
  }
}
