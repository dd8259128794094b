import { noVisitFacts } from '@millrace/contract/condition/visit-facts'
import type { VisitFacts } from '@millrace/contract/visit'
import { bareArray, textArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'

/** Whose visits, and which of them. */
export interface VisitQuestion {
  readonly organisationId: string
  readonly guestId: string
  /** Only at these venues; null: at all. */
  readonly serials: readonly string[] | null
  /** Without the entries of these events. */
  readonly without?: readonly string[]
}

type Row = Record<'visits' | 'bookings' | 'no_shows', number> &
  Record<'spend' | 'spend_30_days' | 'spend_90_days' | 'spend_365_days', string> & {
    place: number
    first_visit: Date | null
    last_visit: Date | null
    days_since_last_visit: number | null
    average_spend: string | null
    currency: string | null
    favourite_venue: string | null
  }

/**
 * The facts about visits at the transaction's time, one for each question. Nothing is kept between readings, so a fact
 * is right also where only time has changed it. A guest's entries are beside each other in the only index.
 *
 * A property test compares them with the same facts computed in memory.
 */
export async function loadVisitFacts(tx: Sql, questions: readonly VisitQuestion[]): Promise<VisitFacts[]> {
  if (questions.length === 0) return []
  const { rows } = await tx.query<Row>(FACTS, [
    bareArray(questions.map(({ organisationId }) => organisationId)),
    bareArray(questions.map(({ guestId }) => guestId)),
    textArray(questions.map(({ serials }) => serials && textArray(serials))),
    textArray(questions.map(({ without = [] }) => bareArray(without))),
  ])
  const facts: VisitFacts[] = questions.map(() => noVisitFacts)
  for (const { place, ...row } of rows) facts[place - 1] = toFacts(row)
  return facts
}

const toFacts = (row: Omit<Row, 'place'>): VisitFacts => ({
  visits: row.visits,
  first_visit: row.first_visit?.toISOString() ?? null,
  last_visit: row.last_visit?.toISOString() ?? null,
  // A clock that was set back must not make a day negative.
  days_since_last_visit: row.days_since_last_visit === null ? null : Math.max(0, row.days_since_last_visit),
  spend: Number(row.spend),
  spend_30_days: Number(row.spend_30_days),
  spend_90_days: Number(row.spend_90_days),
  spend_365_days: Number(row.spend_365_days),
  average_spend: row.average_spend === null ? null : Number(row.average_spend),
  currency: row.currency,
  favourite_venue: row.favourite_venue,
  bookings: row.bookings,
  no_shows: row.no_shows,
})

/** Hours, because a day of an interval may have 23 of them. */
const spentWithin = (days: number) =>
  `coalesce(sum(amount) FILTER (WHERE paid AND occurred_at > now() - interval '${days * 24} hours'), 0)::text AS spend_${days}_days`

// "paid": it counts as spend. mode() takes the first of several in the order of their names. Amounts without a currency
// are in the guest's usual one.
/** For a question called w: whose visits, and which of them. */
export const VISIT_FACTS = `
  LATERAL (
    WITH mine AS MATERIALIZED (
      SELECT v.kind, v.serial, v.occurred_at, v.amount, v.currency,
             v.amount IS NOT NULL AND v.kind IN ('visit', 'refund') AS money
      FROM visits v
      WHERE v.organisation_id = w.organisation_id AND v.guest_id = w.guest_id
        AND (w.serials IS NULL OR v.serial = ANY(w.serials::text[]))
        AND (w.without = '{}' OR v.event_id <> ALL(w.without::uuid[]))
    ), usual AS (
      SELECT mode() WITHIN GROUP (ORDER BY currency COLLATE "C") AS currency FROM mine WHERE money
    ), counted AS (
      SELECT m.*, usual.currency AS usual,
             m.money AND (m.currency IS NULL OR m.currency = usual.currency) AS paid
      FROM mine m, usual
    )
    SELECT count(*) FILTER (WHERE kind = 'visit') AS visits,
           min(occurred_at) FILTER (WHERE kind = 'visit') AS first_visit,
           max(occurred_at) FILTER (WHERE kind = 'visit') AS last_visit,
           floor(extract(epoch FROM now() - max(occurred_at) FILTER (WHERE kind = 'visit')) / 86400)::float8
             AS days_since_last_visit,
           coalesce(sum(amount) FILTER (WHERE paid), 0)::text AS spend,
           ${[30, 90, 365].map(spentWithin).join(',\n           ')},
           round(sum(amount) FILTER (WHERE paid) / nullif(count(*) FILTER (WHERE paid AND kind = 'visit'), 0), 2)::text
             AS average_spend,
           max(usual) AS currency,
           (SELECT serial FROM mine WHERE kind = 'visit' AND serial IS NOT NULL
            GROUP BY serial ORDER BY count(*) DESC, max(occurred_at) DESC, serial COLLATE "C" LIMIT 1)
             AS favourite_venue,
           count(*) FILTER (WHERE kind = 'booking') AS bookings,
           count(*) FILTER (WHERE kind = 'no_show') AS no_shows
    FROM counted
  ) AS f`

const FACTS = `
  SELECT w.place::integer AS place, f.*
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])
    WITH ORDINALITY AS w (organisation_id, guest_id, serials, without, place), ${VISIT_FACTS}`
