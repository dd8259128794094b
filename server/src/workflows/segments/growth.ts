import type { SegmentGrowth } from '@millrace/contract/segment'
import { dateIn } from '#calendar/date-in.ts'
import type { Sql } from '#db/sql.ts'
import { dayAfter } from '../occasions/slots.ts'

/** How many days back. */
const MOST_DAYS = 90

interface DayRow {
  readonly day: string
  readonly entered: number
  readonly left: number
}

/** How many guests were in a segment at the end of each day, by the record of their stays: one scan of them. */
export async function segmentGrowth(
  tx: Sql,
  { organisationId, segmentId }: { readonly organisationId: string; readonly segmentId: string },
  { timeZone, since }: { readonly timeZone: string; readonly since: Date },
): Promise<SegmentGrowth> {
  const { rows } = await tx.query<DayRow & { now: Date }>(
    `SELECT day::text AS day, count(*) FILTER (WHERE has_entered) AS entered, count(*) FILTER (WHERE NOT has_entered) AS left,
            now() AS now
     FROM segment_members m
     CROSS JOIN LATERAL (VALUES (m.entered_at, true), (m.left_at, false)) AS moved (at, has_entered)
     CROSS JOIN LATERAL (SELECT (moved.at AT TIME ZONE $3)::date AS day) AS local
     WHERE m.organisation_id = $1 AND m.segment_id = $2 AND moved.at IS NOT NULL
     GROUP BY day`,
    [organisationId, segmentId, timeZone],
  )
  const today = dateIn(rows[0]?.now ?? new Date(), timeZone)
  return { time_zone: timeZone, data: growthOf(rows, dateIn(since, timeZone), today) }
}

/** Every day from the first one on, or as many as are shown. Guests can have been in it before that. */
export function growthOf(moves: readonly DayRow[], since: string, today: string): SegmentGrowth['data'] {
  const earliest = dayAfter(today, 1 - MOST_DAYS)
  const first = since > earliest ? since : earliest
  const byDay = new Map(moves.map(move => [move.day, move]))
  let members = 0
  for (const { day, entered, left } of moves) if (day < first) members += entered - left
  const data: SegmentGrowth['data'] = []
  for (let day = first; day <= today; day = dayAfter(day)) {
    const { entered, left } = byDay.get(day) ?? { entered: 0, left: 0 }
    members += entered - left
    data.push({ day, members, entered, left })
  }
  return data
}
