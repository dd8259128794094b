import type { UnroutedGroup } from '@millrace/contract/dashboard/events'
import { idAt } from '#base/id-at.ts'
import type { Sql } from '#db/sql.ts'
import { type Sight, seesEvent } from '../lists/sight.ts'
import { where } from '../lists/where.ts'

const MOST = 50_000

type Row = Omit<UnroutedGroup, 'first_at' | 'last_at'> & { first_at: Date; last_at: Date }

/** Unmatched events by source, each with the workflow that would be considered now. */
export async function readUnrouted(
  tx: Sql,
  organisationId: string,
  { since, sight }: { since: Date; sight: Sight },
): Promise<{ data: UnroutedGroup[]; more: boolean }> {
  const { sql, values } = where('e', organisationId, [
    [`e.status = 'unrouted' AND e.id >= :value`, idAt(since)],
    [seesEvent, sight],
  ])
  const { rows } = await tx.query<Row>(
    `SELECT u.source, count(*) AS events, count(DISTINCT u.guest_id) AS guests, min(u.created_at) AS first_at,
            max(u.created_at) AS last_at, w.id AS workflow_id, w.name AS workflow_name
     FROM (
       SELECT e.source, e.guest_id, e.created_at FROM events e
       WHERE ${sql} ORDER BY e.id DESC LIMIT $${values.length + 1}
     ) AS u
     LEFT JOIN LATERAL (
       SELECT id, name FROM workflows
       WHERE organisation_id = $1 AND status = 'active' AND source = u.source ORDER BY listener, id LIMIT 1
     ) AS w ON true
     GROUP BY u.source, w.id, w.name ORDER BY count(*) DESC, u.source`,
    [...values, MOST + 1],
  )
  return {
    data: rows.map(row => ({
      ...row,
      first_at: row.first_at.toISOString(),
      last_at: row.last_at.toISOString(),
    })),
    more: rows.reduce((sum, { events }) => sum + events, 0) > MOST,
  }
}
