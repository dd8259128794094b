import { type DateTrigger, dateName } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { dueOn, occasionKey, occasionParameters } from '../occasions/date-occasion.ts'
import { BEFORE_ALL, type Due, type DueGuests, type DueOn } from './due.ts'

/** The guests who have a date that is celebrated. */
export function datedGuests(
  { organisationId, workflowId, zone, slot, asOf, after }: DueOn,
  { date, venues }: DateTrigger,
): DueGuests {
  const due = dueOn(date, slot.day)
  const occasion = occasionKey(date, due)
  const values = [
    organisationId,
    workflowId,
    dateName(date),
    due.monthDays,
    date.repeats === 'yearly',
    due.year,
    after ?? BEFORE_ALL,
    venues ?? null,
    zone.serials,
    occasion,
    zone.alsoVisitedAfter ?? null,
    asOf,
  ]
  return {
    async find(tx: Sql, limit: number): Promise<Due[]> {
      const { rows } = await tx.query<{ guestId: string; serial: string | null; year: number }>(
        `SELECT d.guest_id AS "guestId", home.serial, d.year ${FROM_DUE} ORDER BY d.guest_id LIMIT $13`,
        [...values, limit],
      )
      return rows.map(({ guestId, serial, year }) => ({
        guestId,
        serial,
        occasion,
        parameters: occasionParameters(date, due, year),
      }))
    },
    async count(tx: Sql): Promise<number> {
      const { rows } = await tx.query<{ due: number }>(`SELECT count(*) AS due ${FROM_DUE}`, values)
      return (rows[0] as { due: number }).due
    },
  }
}

/** An anniversary is in a year after that of the date. */
const FROM_DUE = `
  FROM guest_dates d
  LEFT JOIN LATERAL (
    SELECT v.serial, v.occurred_at FROM visits v
    WHERE $8::text[] IS NOT NULL AND v.organisation_id = d.organisation_id AND v.guest_id = d.guest_id
      AND v.kind = 'visit' AND v.serial = ANY($8)
      AND ($12::timestamptz IS NULL OR v.occurred_at <= $12)
    ORDER BY v.occurred_at DESC, v.event_id DESC LIMIT 1
  ) AS home ON true
  WHERE d.organisation_id = $1 AND d.attribute = $3 AND d.month_day = ANY($4::smallint[])
    AND CASE WHEN $5 THEN d.year < $6 ELSE d.year = $6 END
    AND d.guest_id > $7
    AND ($8::text[] IS NULL OR home.serial = ANY($9::text[]) OR home.occurred_at > $11::timestamptz)
    AND NOT EXISTS (
      SELECT FROM occasions o
      WHERE o.organisation_id = $1 AND o.workflow_id = $2 AND o.guest_id = d.guest_id AND o.occasion = $10)`
