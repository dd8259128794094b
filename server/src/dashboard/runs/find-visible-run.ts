import type { RunInList } from '@millrace/contract/dashboard/runs'
import type { Sql } from '#db/sql.ts'
import { type Sight, seesRun } from '../lists/sight.ts'
import { where } from '../lists/where.ts'
import { listedColumns, toListed, withNames } from './list-runs.ts'

type Row = Parameters<typeof toListed>[0]

/** undefined: it does not exist, or the member does not see it. */
export async function findVisibleRun(
  tx: Sql,
  organisationId: string,
  id: string,
  sight: Sight,
): Promise<RunInList | undefined> {
  const { sql, values } = where('r', organisationId, [
    ['r.id = :value', id],
    [seesRun, sight],
  ])
  const { rows } = await tx.query<Row>(
    `SELECT ${listedColumns} FROM runs r ${withNames} WHERE ${sql}`,
    values,
  )
  return rows[0] && toListed(rows[0])
}
