import { type DateFact, type DateTrigger, hoursAfter } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { dueOn, momentParameters, occasionParameters, visitsDue } from '../occasions/date-occasion.ts'
import { dateDue, dueAfter } from '../occasions/hours.ts'
import { BEFORE_ALL, type Due, type DueGuests, type DueOn } from './due.ts'

interface VisitRow {
  readonly guestId: string
  readonly serial: string | null
  readonly occasion: string
  readonly at: Date
  readonly year: number
}

/** The guests whose first or last visit is celebrated, or became so many hours old since the last look. */
export function visitedGuests(
  { organisationId, workflowId, venues: known, zone, slot, from, asOf, after }: DueOn,
  { date, venues }: DateTrigger,
  fact: DateFact,
): DueGuests {
  const hours = hoursAfter(date)
  const due = dueOn(date, slot.day)
  const timesDue = async (tx: Sql) =>
    hours === undefined
      ? visitsDue(date, due, zone.timeZone, await firstYear(tx, organisationId))
      : [{ from: justAfter(dateDue(date, from)), until: justAfter(dateDue(date, slot.at)), year: due.year }]
  const valuesDue = async (tx: Sql) => {
    const times = await timesDue(tx)
    return [
      organisationId,
      workflowId,
      times.map(time => time.from),
      times.map(time => time.until),
      times.map(time => time.year),
      after ?? BEFORE_ALL,
      zone.serials,
      known,
      venues ?? null,
      hours === undefined ? asOf : null,
      asOf === null ? null : (hours ?? null),
      occasionOf(fact, date.repeats === 'yearly' ? due.year : null),
    ]
  }
  const fromVisited = FROM_VISITED(fact === 'last_visit' ? '>' : '<')
  return {
    async find(tx: Sql, limit: number): Promise<Due[]> {
      const { rows } = await tx.query<VisitRow>(
        `SELECT v.guest_id AS "guestId", v.serial, ${OCCASION} AS occasion, v.occurred_at AS at, time.year
         ${fromVisited} ORDER BY v.guest_id LIMIT $13`,
        [...(await valuesDue(tx)), limit],
      )
      return rows.map(({ guestId, serial, occasion, at, year }) => ({
        guestId,
        serial,
        occasion,
        ...(hours === undefined
          ? { parameters: occasionParameters(date, due, year) }
          : { parameters: momentParameters(date, at), at: dueAfter(date, at) }),
      }))
    },
    async count(tx: Sql): Promise<number> {
      const { rows } = await tx.query<{ due: number }>(
        `SELECT count(*) AS due ${fromVisited}`,
        await valuesDue(tx),
      )
      return (rows[0] as { due: number }).due
    },
  }
}

/** By any clock. */
async function firstYear(tx: Sql, organisationId: string): Promise<number> {
  const { rows } = await tx.query<{ first: Date | null }>(
    `SELECT min(occurred_at) AS first FROM visits WHERE organisation_id = $1 AND kind = 'visit'`,
    [organisationId],
  )
  return (rows[0]?.first ?? new Date()).getUTCFullYear() - 1
}

/** Times begin at their first moment and end before their last one. */
const justAfter = (moment: Date) => new Date(moment.getTime() + 1)

/**
 * An anniversary is once for each year. A first visit is once, also when an import finds an earlier one. A last visit is named by
 * its event, which the statement adds.
 */
function occasionOf(fact: DateFact, year: number | null): string | null {
  if (year !== null) return `fact ${fact} ${year}`
  return fact === 'first_visit' ? `fact ${fact}` : null
}

const OCCASION = `coalesce($12, 'fact last_visit ' || v.event_id)`

const FROM_VISITED = (than: '>' | '<') => `
  FROM unnest($3::timestamptz[], $4::timestamptz[], $5::integer[]) AS time ("from", until, year)
  JOIN visits v ON v.organisation_id = $1 AND v.kind = 'visit' AND v.occurred_at >= time."from" AND v.occurred_at < time.until
  WHERE v.guest_id > $6
    AND CASE WHEN $7::text[] IS NULL THEN v.serial IS NULL OR v.serial <> ALL($8::text[]) ELSE v.serial = ANY($7) END
    AND NOT EXISTS (
      SELECT FROM visits other
      WHERE other.organisation_id = $1 AND other.guest_id = v.guest_id AND other.kind = 'visit'
        AND ($9::text[] IS NULL OR other.serial = ANY($9))
        AND ($10::timestamptz IS NULL OR other.occurred_at <= $10)
        AND ($11::integer IS NULL OR other.occurred_at <= v.occurred_at + $11 * interval '1 hour')
        AND (other.occurred_at, other.event_id) ${than} (v.occurred_at, v.event_id))
    AND NOT EXISTS (
      SELECT FROM occasions o
      WHERE o.organisation_id = $1 AND o.workflow_id = $2 AND o.guest_id = v.guest_id AND o.occasion = ${OCCASION})`
