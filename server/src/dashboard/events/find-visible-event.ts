import type { Sql } from '#db/sql.ts'
import type { EventFacts } from '#workflows/facts.ts'
import { type Sight, seesEvent } from '../lists/sight.ts'
import { where } from '../lists/where.ts'

/** undefined: it does not exist, or the member does not see it. */
export async function findVisibleEvent(
  tx: Sql,
  organisationId: string,
  id: string,
  sight: Sight,
): Promise<EventFacts | undefined> {
  const { sql, values } = where('e', organisationId, [
    ['e.id = :value', id],
    [seesEvent, sight],
  ])
  const { rows } = await tx.query<EventFacts>(
    `SELECT e.source, e.serials, e.parameters FROM events e WHERE ${sql}`,
    values,
  )
  return rows[0]
}
