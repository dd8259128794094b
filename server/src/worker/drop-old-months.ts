import type pg from 'pg'
import { jobLocks } from '#db/advisory-locks.ts'
import { inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'

interface Month {
  readonly parent: 'events' | 'steps'
  readonly partition: string
  readonly begin: Date
  /** The first moment after it. */
  readonly end: Date
}

/** The acceptance of events waits for this no longer than this time; the removal can be done later. */
const PATIENCE = '1s'
const LOCK_NOT_AVAILABLE = '55P03'

/** Drops the months of events and steps that ended before every retention limit, and that no run needs. */
export async function dropOldMonths(engine: pg.Pool, keptFrom: Date): Promise<void> {
  for (const month of await findMonths(engine)) {
    if (month.end > keptFrom || (await isNeeded(engine, month))) continue
    await drop(engine, month, keptFrom)
  }
}

async function findMonths(sql: Sql): Promise<Month[]> {
  const { rows } = await sql.query<Month>(
    `SELECT parent, partition, month AT TIME ZONE 'UTC' AS begin, (month + interval '1 month') AT TIME ZONE 'UTC' AS end
     FROM (
       SELECT p.relname AS parent, c.relname AS partition, to_date(right(c.relname, 7), 'YYYY_MM')::timestamp AS month
       FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent JOIN pg_class c ON c.oid = i.inhrelid
       WHERE p.oid IN ('events'::regclass, 'steps'::regclass) AND c.relname ~ '^(events|steps)_\\d{4}_\\d\\d$'
     ) AS months
     ORDER BY partition`,
  )
  return rows
}

/**
 * Steps belong to runs of their month that still exist. Events may be needed only by runs in progress, those since the
 * run started.
 */
async function isNeeded(sql: Sql, { parent, begin, end }: Month): Promise<boolean> {
  const [needing, values] =
    parent === 'steps'
      ? ['r.id >= uuid_floor($2)', [end, begin]]
      : [`r.status NOT IN ('completed', 'failed', 'cancelled')`, [end]]
  const { rows } = await sql.query(
    `SELECT FROM organisations o
     WHERE EXISTS (SELECT FROM runs r WHERE r.organisation_id = o.id AND r.id < uuid_floor($1) AND ${needing})
     LIMIT 1`,
    values,
  )
  return rows.length > 0
}

/** About 160 MB, which any disk reads well within the time that a statement may take. */
const BLOCKS_AT_A_TIME = 20_000

/**
 * Whether a month has events that the database stored later: their ids came from a clock that was behind. Such rows are
 * at the end, so it is read from there; the month stays, and its old rows are deleted one by one. There is no index by
 * time, and a month is read once. Nothing is added to it meanwhile.
 */
async function hasYounger(tx: Sql, partition: string, keptFrom: Date): Promise<boolean> {
  await tx.query(`LOCK TABLE ${partition} IN SHARE MODE`)
  const { rows } = await tx.query<{ blocks: number }>(
    `SELECT pg_relation_size($1::regclass) / current_setting('block_size')::bigint AS blocks`,
    [partition],
  )
  for (let end = rows[0]?.blocks ?? 0; end > 0; end -= BLOCKS_AT_A_TIME) {
    const { rowCount } = await tx.query(
      `SELECT FROM ${partition} WHERE ctid >= '(${Math.max(end - BLOCKS_AT_A_TIME, 0)},0)' AND ctid < '(${end},0)'
         AND created_at >= '${keptFrom.toISOString()}' LIMIT 1`,
    )
    if (rowCount !== 0) return true
  }
  return false
}

/** Detached first: then it is an ordinary table, and dropping it waits for no one. */
async function drop(engine: pg.Pool, { parent, partition }: Month, keptFrom: Date): Promise<void> {
  try {
    await inTransaction(engine, async tx => {
      await tx.query(`SET LOCAL lock_timeout = '${PATIENCE}'`)
      await tx.query('SELECT pg_advisory_xact_lock($1)', [jobLocks.dropOldMonths])
      const { rows } = await tx.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
        partition,
      ])
      if (!rows[0]?.there) return
      if (parent === 'events' && (await hasYounger(tx, partition, keptFrom))) return
      await tx.query(`ALTER TABLE ${parent} DETACH PARTITION ${partition}`)
      await tx.query(`DROP TABLE ${partition}`)
    })
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
  }
}
