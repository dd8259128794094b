import type { Sql } from '#db/sql.ts'
import { countHours } from './count-hours.ts'
import type { CountedHour, HourCounts } from './hour-counts.ts'

/**
 * The hours from one moment to now: those that the worker has counted, and the others counted here. While a worker is
 * running, that is the current hour and perhaps the one before, however much there is.
 */
export async function readCounts(tx: Sql, organisationId: string, from: Date): Promise<CountedHour[]> {
  const [{ rows: kept }, { rows: progress }] = await Promise.all([
    tx.query<{ hour: Date; counts: HourCounts }>(
      `SELECT h.hour, h.counts FROM hourly_counts h JOIN hourly_progress p USING (organisation_id)
       WHERE h.organisation_id = $1 AND h.hour >= $2 AND h.hour < p.counted_until ORDER BY h.hour`,
      [organisationId, from],
    ),
    tx.query<{ begins: Date; ends: Date }>(
      `SELECT greatest($2::timestamptz,
                (SELECT p.counted_until FROM hourly_progress p WHERE p.organisation_id = $1)) AS begins,
              date_trunc('hour', now()) + interval '1 hour' AS ends`,
      [organisationId, from],
    ),
  ])
  const { begins, ends } = progress[0] as { begins: Date; ends: Date }
  return [...kept, ...(await countHours(tx, organisationId, begins, ends))]
}
