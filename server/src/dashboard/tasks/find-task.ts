import type { Task } from '@millrace/contract/dashboard/tasks'
import type { Sql } from '#db/sql.ts'
import { type Sight, seesTask } from '../lists/sight.ts'
import { where } from '../lists/where.ts'
import { type TaskRow, taskColumns, taskSources, toTask } from './task-row.ts'

/** undefined: it does not exist, or it belongs to a venue that this member does not see. */
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
