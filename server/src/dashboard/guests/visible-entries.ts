import type { TimelineEntry } from '@millrace/contract/timeline'
import type { Sql } from '#db/sql.ts'
import { type Sight, seesEvent, seesRun } from '../lists/sight.ts'
import { where } from '../lists/where.ts'

/** Without entries about venues that the member does not see. */
export async function visibleEntries<Entry extends { readonly entry: TimelineEntry }>(
  tx: Sql,
  organisationId: string,
  entries: readonly Entry[],
  sight: Sight,
): Promise<Entry[]> {
  if (sight === null) return [...entries]
  const [events, runs] = await Promise.all([
    find(
      tx,
      'events',
      'e',
      seesEvent,
      entries.map(({ entry }) => entry.event_id),
    ),
    find(
      tx,
      'runs',
      'r',
      seesRun,
      entries.map(({ entry }) => entry.run_id),
    ),
  ])
  // A run and its event have the same venues. An entry that names neither has the one it says, or none.
  return entries.filter(({ entry: { run_id, event_id, serial } }) => {
    if (run_id !== null) return runs.has(run_id)
    if (event_id !== null) return events.has(event_id)
    return serial === null || sight.includes(serial)
  })

  async function find(
    sql: Sql,
    table: string,
    alias: string,
    sees: string,
    ids: readonly (string | null)[],
  ): Promise<Set<string>> {
    const asked = [...new Set(ids.filter(id => id !== null))]
    if (asked.length === 0) return new Set()
    const { sql: conditions, values } = where(alias, organisationId, [
      [`${alias}.id = ANY(:value::uuid[])`, asked],
      [sees, sight],
    ])
    const { rows } = await sql.query<{ id: string }>(
      `SELECT ${alias}.id FROM ${table} ${alias} WHERE ${conditions}`,
      values,
    )
    return new Set(rows.map(({ id }) => id))
  }
}
