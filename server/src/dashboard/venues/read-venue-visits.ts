import type { VenueActivity } from '@millrace/contract/dashboard/venues'
import type { Sql } from '#db/sql.ts'

/** The ledger's visits to a venue since a moment, and what was spent in them, less what was given back since. */
export async function readVenueVisits(
  tx: Sql,
  organisationId: string,
  serial: string,
  since: Date,
): Promise<VenueActivity['visits']> {
  // In two parts, so that each has its index.
  const { rows } = await tx.query<{ currency: string | null; visits: number; spend: string | null }>(
    `SELECT currency, count(*) FILTER (WHERE kind = 'visit') AS visits, sum(amount)::text AS spend
     FROM (
       SELECT kind, serial, amount, currency FROM visits
       WHERE organisation_id = $1 AND kind = 'visit' AND occurred_at >= $3 AND occurred_at <= now()
       UNION ALL
       SELECT kind, serial, amount, currency FROM visits
       WHERE organisation_id = $1 AND kind <> 'visit' AND kind = 'refund' AND occurred_at >= $3 AND occurred_at <= now()
     ) AS v WHERE v.serial = $2 GROUP BY currency ORDER BY sum(amount) DESC NULLS LAST`,
    [organisationId, serial, since],
  )
  return {
    count: rows.reduce((sum, { visits }) => sum + visits, 0),
    spend: rows.flatMap(({ currency, spend }) => (spend === null ? [] : { amount: Number(spend), currency })),
  }
}
