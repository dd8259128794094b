import type pg from 'pg'
import { jobLocks } from '#db/advisory-locks.ts'
import { inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { countHours } from './count-hours.ts'
import { type CountedHour, isUnsettled } from './hour-counts.ts'

/** The charts show no more. */
const DAYS = 31
/** Less than the shortest retention: deleted rows must not be counted as nothing. */
const RECOUNTED_DAYS = 27
const HOURS_AT_ONCE = 168
const RECOUNTED_AT_ONCE = 100

/**
 * Counts the hours that have passed, one organisation at a time, and counts those again in which something was still
 * open: the older an hour, the less often. Returns true when there is more to do.
 */
export async function keepCounts(engine: pg.Pool): Promise<boolean> {
  return inTransaction(engine, async tx => {
    const { rows } = await tx.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      jobLocks.keepCounts,
    ])
    if (!rows[0]?.mine) return false
    const behind = await countNext(tx)
    return (await recount(tx)) || behind
  })
}

interface Behind {
  organisation_id: string
  from: Date
  to: Date
}

async function countNext(tx: Sql): Promise<boolean> {
  // An event gets its id a moment before it is stored, so an hour is counted only some minutes after its end.
  const { rows } = await tx.query<Behind>(
    `WITH due AS (
       SELECT date_trunc('hour', now() - interval '5 minutes') AS hour
     ), behind AS (
       SELECT o.id, greatest(p.counted_until, date_trunc('hour', now() - make_interval(days => $1))) AS begins
       FROM organisations o LEFT JOIN hourly_progress p ON p.organisation_id = o.id
       WHERE p.counted_until IS NULL OR p.counted_until < (SELECT hour FROM due) LIMIT 1
     )
     SELECT id AS organisation_id, begins AS from,
            least(begins + make_interval(hours => $2), (SELECT hour FROM due)) AS to FROM behind`,
    [DAYS, HOURS_AT_ONCE],
  )
  const next = rows[0]
  if (next === undefined) return false
  await store(tx, next.organisation_id, await countHours(tx, next.organisation_id, next.from, next.to))
  await tx.query(
    `INSERT INTO hourly_progress (organisation_id, counted_until) VALUES ($1, $2)
     ON CONFLICT (organisation_id) DO UPDATE SET counted_until = excluded.counted_until`,
    [next.organisation_id, next.to],
  )
  return true
}

async function recount(tx: Sql): Promise<boolean> {
  const { rows } = await tx.query<{ organisation_id: string; hour: Date }>(
    `SELECT organisation_id, hour FROM hourly_counts
     WHERE unsettled AND hour > now() - make_interval(days => $1)
       AND counted_at + (counted_at - hour) / 24 < now()
     ORDER BY counted_at LIMIT $2`,
    [RECOUNTED_DAYS, RECOUNTED_AT_ONCE],
  )
  for (const { organisation_id, hour } of rows) {
    const end = new Date(hour.getTime() + 3_600_000)
    const [counted = { hour, counts: {} }] = await countHours(tx, organisation_id, hour, end)
    await store(tx, organisation_id, [counted])
  }
  return rows.length === RECOUNTED_AT_ONCE
}

async function store(tx: Sql, organisationId: string, hours: readonly CountedHour[]): Promise<void> {
  if (hours.length === 0) return
  await tx.query(
    `INSERT INTO hourly_counts (organisation_id, hour, counts, unsettled, counted_at)
     SELECT $1, h.hour, h.counts, h.unsettled, now()
     FROM unnest($2::timestamptz[], $3::jsonb[], $4::boolean[]) AS h (hour, counts, unsettled)
     ON CONFLICT (organisation_id, hour) DO UPDATE
     SET counts = excluded.counts, unsettled = excluded.unsettled, counted_at = excluded.counted_at`,
    [
      organisationId,
      hours.map(({ hour }) => hour),
      hours.map(({ counts }) => JSON.stringify(counts)),
      hours.map(({ counts }) => isUnsettled(counts)),
    ],
  )
}
