import type { Sql } from '#db/sql.ts'
import type { CountedHour, HourCounts } from './hour-counts.ts'

interface Row {
  hour: Date
  kind: keyof HourCounts
  of: string
  name: string
  count: number
}

/** What happened in each hour from one to before the other, counted from the tables themselves. */
export async function countHours(
  tx: Sql,
  organisationId: string,
  from: Date,
  to: Date,
): Promise<CountedHour[]> {
  if (from >= to) return []
  const { rows } = await tx.query<Row>(STATEMENT, [organisationId, from, to])
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

const WITHIN_HOUR = (id: string) =>
  `${id} >= uuid_floor(h.hour) AND ${id} < uuid_floor(h.hour + interval '1 hour')`

/** Events and runs by their ids, which begin with the time: a range of the primary key for each hour. */
const STATEMENT = `
  SELECT h.hour, c.kind, c.of, c.name, c.count
  FROM generate_series($2::timestamptz, $3::timestamptz - interval '1 microsecond', interval '1 hour') AS h (hour)
  CROSS JOIN LATERAL (
    SELECT 'events' AS kind, '' AS of, e.status AS name, count(*) AS count
    FROM events e WHERE e.organisation_id = $1 AND ${WITHIN_HOUR('e.id')}
    GROUP BY e.status
    UNION ALL
    SELECT 'runs', r.workflow_id::text,
           coalesce(r.outcome, CASE WHEN r.status IN ('failed', 'cancelled') THEN r.status ELSE 'open' END), count(*)
    FROM runs r WHERE r.organisation_id = $1 AND ${WITHIN_HOUR('r.id')}
    GROUP BY 2, 3
  ) AS c
  UNION ALL
  SELECT date_trunc('hour', m.created_at), 'messages', m.channel, m.status, count(*)
  FROM messages m WHERE m.organisation_id = $1 AND m.created_at >= $2 AND m.created_at < $3
  GROUP BY 1, 3, 4
  UNION ALL
  SELECT date_trunc('hour', p.created_at), 'points', '', CASE WHEN p.points > 0 THEN 'awarded' ELSE 'taken' END,
         abs(sum(p.points))::bigint
  FROM points_entries p WHERE p.organisation_id = $1 AND p.created_at >= $2 AND p.created_at < $3
  GROUP BY 1, 4`
