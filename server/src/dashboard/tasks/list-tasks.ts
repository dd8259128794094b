import type { Task, TaskStatus } from '@millrace/contract/dashboard/tasks'
import type { Sql } from '#db/sql.ts'
import { exactTime, type Position } from '../lists/position.ts'
import { type Sight, seesTask } from '../lists/sight.ts'
import { where } from '../lists/where.ts'
import { type TaskRow, taskColumns, taskSources, toTask } from './task-row.ts'

export type TaskSort = 'created' | '-created' | 'due' | '-due'

export interface TasksPage {
  readonly sight: Sight
  readonly status: TaskStatus
  readonly serial?: string | undefined
  readonly assignee?: string | undefined
  readonly guestId?: string | undefined
  /** Newest first without it. Only open ones can be sorted by when they are due. */
  readonly sort?: TaskSort | undefined
  readonly after?: Position | undefined
  readonly limit: number
}

export type ListedTask = Task & { readonly exact: string }

export async function listTasks(tx: Sql, organisationId: string, page: TasksPage): Promise<ListedTask[]> {
  const { sql, values } = tasksStatement(organisationId, page)
  const { rows } = await tx.query<TaskRow & { exact: string }>(sql, values)
  return rows.map(toTask)
}

export function tasksStatement(
  organisationId: string,
  page: TasksPage,
): { readonly sql: string; readonly values: unknown[] } {
  const { key, later, direction } = orderOf(page.sort)
  const { sql, values } = where('t', organisationId, [
    // Written out, so that the index of open tasks by when they are due applies.
    page.status === 'open'
      ? [`t.status = 'open' AND t.status = :value`, page.status]
      : ['t.status = :value', page.status],
    ['t.serial = :value', page.serial],
    ['t.assignee = :value', page.assignee],
    ['t.guest_id = current_guest($1, :value)', page.guestId],
    [
      `(${key}, t.id) ${later} ((:value::text[])[1]::timestamptz, (:value::text[])[2]::uuid)`,
      page.after && [page.after.at, page.after.id],
    ],
    [seesTask, page.sight],
  ])
  return {
    sql: `SELECT ${taskColumns}, ${exactTime(key)} AS exact FROM ${taskSources}
          WHERE ${sql} ORDER BY ${key} ${direction}, t.id ${direction} LIMIT $${values.length + 1}`,
    values: [...values, page.limit],
  }
}

/** Those that are due at no time are last, which way round they are sorted. */
function orderOf(sort: TaskSort = '-created') {
  const isDown = sort.startsWith('-')
  const never = isDown ? '-infinity' : 'infinity'
  return {
    key: sort.endsWith('due') ? `coalesce(t.due_at, '${never}'::timestamptz)` : 't.created_at',
    later: isDown ? '<' : '>',
    direction: isDown ? 'DESC' : 'ASC',
  }
}
