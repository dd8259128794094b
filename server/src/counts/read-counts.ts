import type { Sql } from '#db/sql.ts'
import { countHours } from './count-hours.ts'
import type { CountedHour, HourCounts, Numbers } from './hour-counts.ts'

/** Of an hour that the worker has not counted yet: more are not joined while someone waits. */
const MOST_LIVE = 10_000

/**
 * The hours from one moment to now: those that the worker has counted, and the others counted here. While a worker is
 * running, that is the current hour and perhaps the one before, however much there is. Without venues, which are many.
 */
export const readCounts = (tx: Sql, organisationId: string, from: Date): Promise<CountedHour[]> =>
  read(tx, organisationId, from, `h.counts - 'venues'`)

/** The same of one venue. */
export async function readVenueCounts(
  tx: Sql,
  organisationId: string,
  serial: string,
  from: Date,
): Promise<readonly { readonly hour: Date; readonly counts: Numbers }[]> {
  const only = `jsonb_build_object('venues', jsonb_build_object($3::text, h.counts -> 'venues' -> $3::text))`
  const hours = await read(tx, organisationId, from, only, [serial])
  return hours.map(({ hour, counts }) => ({ hour, counts: counts.venues?.[serial] ?? {} }))
}

async function read(
  tx: Sql,
  organisationId: string,
  from: Date,
  counts: string,
  more: readonly string[] = [],
): Promise<CountedHour[]> {
  const [{ rows: kept }, { rows: progress }] = await Promise.all([
    tx.query<{ hour: Date; counts: HourCounts }>(
      `SELECT h.hour, ${counts} AS counts FROM hourly_counts h JOIN hourly_progress p USING (organisation_id)
       WHERE h.organisation_id = $1 AND h.hour >= $2 AND h.hour < p.counted_until ORDER BY h.hour`,
      [organisationId, from, ...more],
    ),
    tx.query<{ begins: Date; ends: Date }>(
      `SELECT greatest($2::timestamptz,
                (SELECT p.counted_until FROM hourly_progress p WHERE p.organisation_id = $1)) AS begins,
              date_trunc('hour', now()) + interval '1 hour' AS ends`,
      [organisationId, from],
    ),
  ])
  const { begins, ends } = progress[0] as { begins: Date; ends: Date }
  return [...kept, ...(await countHours(tx, organisationId, begins, ends, MOST_LIVE))]
}
