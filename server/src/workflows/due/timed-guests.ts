import { type DateTrigger, dateName } from '@millrace/contract/workflow'
import { readMoment } from '#calendar/read-moment.ts'
import type { Sql } from '#db/sql.ts'
import { momentParameters } from '../occasions/date-occasion.ts'
import { dateDue, daysBegun, dueAfter, timeReached } from '../occasions/hours.ts'
import { BEFORE_ALL, type Due, type DueGuests, type DueOn } from './due.ts'

interface TimedRow {
  readonly guestId: string
  readonly serial: string | null
  readonly occasion: string
  readonly at: string
  readonly fixed: boolean
}

/** The guests whose attribute is a moment that became so many hours away since the last look. */
export function timedGuests(
  { organisationId, workflowId, zone, slot, from, asOf, after }: DueOn,
  { date, venues }: DateTrigger,
): DueGuests {
  const [since, until] = [dateDue(date, from), dateDue(date, slot.at)]
  const [begin, end] = [timeReached(since, zone.timeZone), timeReached(until, zone.timeZone)]
  const values = [
    organisationId,
    workflowId,
    dateName(date),
    since.toISOString().slice(0, -1),
    until.toISOString().slice(0, -1),
    begin.toString(),
    end.toString(),
    daysBegun(begin, end),
    after ?? BEFORE_ALL,
    venues ?? null,
    zone.serials,
    asOf,
    from,
  ]
  return {
    async find(tx: Sql, limit: number): Promise<Due[]> {
      const { rows } = await tx.query<TimedRow>(
        `SELECT d.guest_id AS "guestId", home.serial, ${OCCASION} AS occasion, ${WRITTEN} AS at, d.fixed
         ${FROM_TIMED} ORDER BY d.guest_id LIMIT $14`,
        [...values, limit],
      )
      return rows.map(({ guestId, serial, occasion, at, fixed }) => {
        const moment = fixed ? new Date(`${at}Z`) : (readMoment(at, zone.timeZone) as Date)
        return {
          guestId,
          serial,
          occasion,
          parameters: momentParameters(date, moment),
          at: dueAfter(date, moment),
        }
      })
    },
    async count(tx: Sql): Promise<number> {
      const { rows } = await tx.query<{ due: number }>(`SELECT count(*) AS due ${FROM_TIMED}`, values)
      return (rows[0] as { due: number }).due
    },
  }
}

const WRITTEN = `to_char(d.at, 'YYYY-MM-DD"T"HH24:MI:SS.MS')`
const OCCASION = `$3 || ' ' || ${WRITTEN} || CASE WHEN d.fixed THEN 'Z' ELSE '' END`

/**
 * A date alone is the beginning of that day. A guest who visits another venue between the looks at two zones is considered
 * with both, where the moment is the same for both.
 */
const FROM_TIMED = `
  FROM (
    SELECT guest_id, at, fixed FROM guest_dates
    WHERE organisation_id = $1 AND attribute = $3 AND fixed AND at > $4::timestamp AND at <= $5::timestamp
    UNION ALL
    SELECT guest_id, at, fixed FROM guest_dates
    WHERE organisation_id = $1 AND attribute = $3 AND NOT fixed AND at > $6::timestamp AND at <= $7::timestamp
    UNION ALL
    SELECT d.guest_id, day::timestamp, false
    FROM unnest($8::date[]) AS day
    JOIN guest_dates d ON d.organisation_id = $1 AND d.attribute = $3
      AND d.month_day = (extract(month FROM day) * 100 + extract(day FROM day))::smallint
      AND d.year = extract(year FROM day)::smallint
    WHERE d.fixed IS NULL
  ) AS d
  LEFT JOIN LATERAL (
    SELECT v.serial, v.occurred_at FROM visits v
    WHERE $10::text[] IS NOT NULL AND v.organisation_id = $1 AND v.guest_id = d.guest_id
      AND v.kind = 'visit' AND v.serial = ANY($10)
      AND ($12::timestamptz IS NULL OR v.occurred_at <= $12)
    ORDER BY v.occurred_at DESC, v.event_id DESC LIMIT 1
  ) AS home ON true
  WHERE d.guest_id > $9
    AND ($10::text[] IS NULL OR home.serial = ANY($11::text[]) OR d.fixed AND home.occurred_at > $13::timestamptz)
    AND NOT EXISTS (
      SELECT FROM occasions o
      WHERE o.organisation_id = $1 AND o.workflow_id = $2 AND o.guest_id = d.guest_id AND o.occasion = ${OCCASION})`
