import { idAt } from '#base/id-at.ts'
import type { Sql } from '#db/sql.ts'
import type { CountedHour, HourCounts } from './hour-counts.ts'

const HOUR_MS = 3_600_000

interface Row {
  hour: Date
  kind: keyof HourCounts
  of: string
  name: string
  count: number
}

/**
 * What happened in each hour, from one whole hour to before the other, counted from the tables themselves. With `most`,
 * only so many of the newest are looked at for what needs more than an index: by workflow and by venue.
 */
export async function countHours(
  tx: Sql,
  organisationId: string,
  from: Date,
  to: Date,
  most: number | null = null,
): Promise<CountedHour[]> {
  const length = Math.max(0, Math.ceil((to.getTime() - from.getTime()) / HOUR_MS))
  if (length === 0) return []
  const starts = Array.from({ length: length + 1 }, (_, index) => new Date(from.getTime() + index * HOUR_MS))
  const ids = starts.map(idAt)
  const { rows } = await tx.query<Row>(STATEMENT, [
    organisationId,
    from,
    to,
    starts.slice(0, -1),
    ids.slice(0, -1),
    ids.slice(1),
    most,
  ])
  const hours = Map.groupBy(rows, row => row.hour.getTime())
  return [...hours]
    .sort(([one], [other]) => one - other)
    .map(([hour, some]) => ({ hour: new Date(hour), counts: nested(some) }))
}

function nested(rows: readonly Row[]): HourCounts {
  const counts: Record<string, Record<string, number | Record<string, number>>> = {}
  for (const { kind, of, name, count } of rows) {
    counts[kind] ??= {}
    const group = counts[kind]
    if (of === '') group[name] = count
    else {
      group[of] ??= {}
      ;(group[of] as Record<string, number>)[name] = count
    }
  }
  return counts as HourCounts
}

/**
 * Events and runs by their ids, which begin with the time: a range of the primary key for each hour. The bounds are
 * passed as values, because under row-level security the index could not be used with the result of a function.
 */
const STATEMENT = `
  SELECT h.hour, c.kind, c.of, c.name, c.count
  FROM unnest($4::timestamptz[], $5::uuid[], $6::uuid[]) AS h (hour, first_id, next_id)
  CROSS JOIN LATERAL (
    SELECT 'events' AS kind, '' AS of, e.status AS name, count(*) AS count
    FROM events e WHERE e.organisation_id = $1 AND e.id >= h.first_id AND e.id < h.next_id
    GROUP BY e.status
    UNION ALL
    SELECT 'runs', r.workflow_id::text,
           coalesce(r.outcome, CASE WHEN r.status IN ('failed', 'cancelled') THEN r.status ELSE 'open' END), count(*)
    FROM runs r WHERE r.organisation_id = $1 AND r.id >= h.first_id AND r.id < h.next_id
    GROUP BY 2, 3
    UNION ALL
    SELECT 'venues', s.serial, 'events', count(*)
    FROM (
      SELECT e.serials FROM events e WHERE e.organisation_id = $1 AND e.id >= h.first_id AND e.id < h.next_id
      ORDER BY e.id DESC LIMIT $7
    ) AS e, unnest(e.serials) AS s (serial)
    GROUP BY 2
    UNION ALL
    SELECT 'venues', s.serial, n.name, count(*)
    FROM (
      SELECT r.input, r.outcome FROM runs r WHERE r.organisation_id = $1 AND r.id >= h.first_id AND r.id < h.next_id
      ORDER BY r.id DESC LIMIT $7
    ) AS r, json_array_elements_text(r.input->'serials') AS s (serial),
      LATERAL (SELECT 'runs' AS name UNION ALL SELECT 'success' WHERE r.outcome = 'success') AS n
    GROUP BY 2, 3
  ) AS c
  UNION ALL
  SELECT date_trunc('hour', m.created_at), 'messages', m.channel, m.status, count(*)
  FROM messages m WHERE m.organisation_id = $1 AND m.created_at >= $2 AND m.created_at < $3
  GROUP BY 1, 3, 4
  UNION ALL
  SELECT date_trunc('hour', m.created_at), 'sent', r.workflow_id::text, m.channel, count(*)
  FROM (
    SELECT m.run_id, m.channel, m.created_at FROM messages m
    WHERE m.organisation_id = $1 AND m.created_at >= $2 AND m.created_at < $3 AND m.channel <> 'webhook'
      AND m.status IN ('sent', 'delivered', 'undelivered')
    ORDER BY m.created_at DESC LIMIT $7
  ) AS m
  JOIN runs r ON r.organisation_id = $1 AND r.id = m.run_id
  GROUP BY 1, 3, 4
  UNION ALL
  SELECT date_trunc('hour', p.created_at), 'points', '', CASE WHEN p.points > 0 THEN 'awarded' ELSE 'taken' END,
         abs(sum(p.points))::bigint
  FROM points_entries p WHERE p.organisation_id = $1 AND p.created_at >= $2 AND p.created_at < $3
  GROUP BY 1, 4`
