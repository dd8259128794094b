import type pg from 'pg'
import { jobLocks } from '#db/advisory-locks.ts'
import { inTransaction } from '#db/database.ts'
import type { Month } from '#db/months.ts'
import type { Sql } from '#db/sql.ts'

/** About 160 MB, which any disk reads well within the time that a statement may take. */
const BLOCKS_AT_A_TIME = 20_000

/** Reads a partition from its end in portions, until `look` returns true. There is no index by time. */
export async function readBackwards(
  sql: Sql,
  partition: string,
  look: (within: string) => Promise<boolean>,
): Promise<boolean> {
  const { rows } = await sql.query<{ blocks: number }>(
    `SELECT pg_relation_size($1::regclass) / current_setting('block_size')::bigint AS blocks`,
    [partition],
  )
  for (let end = rows[0]?.blocks ?? 0; end > 0; end -= BLOCKS_AT_A_TIME) {
    const within = `ctid >= '(${Math.max(end - BLOCKS_AT_A_TIME, 0)},0)' AND ctid < '(${end},0)'`
    if (await look(within)) return true
  }
  return false
}

/** Requests wait for this no longer than this time; the removal can be done later. */
const PATIENCE = '1s'
const LOCK_NOT_AVAILABLE = '55P03'

interface Dropping {
  /** Whether it can still be dropped, asked when no one else drops. */
  readonly still?: (tx: Sql) => Promise<boolean>
  /** Moves what is kept, asked when no one else reads or writes the table. */
  readonly move?: (tx: Sql, detached: string) => Promise<void>
}

/**
 * Drops a month. It is detached first, and is then an ordinary table: the rows that are moved out of it are of no month,
 * and no one waits for it. If others use the table for too long, it stays until later.
 */
export async function dropMonth(
  engine: pg.Pool,
  { parent, partition }: Month,
  dropping: Dropping,
): Promise<void> {
  try {
    await inTransaction(engine, async tx => {
      await tx.query(`SET LOCAL lock_timeout = '${PATIENCE}'`)
      await tx.query('SELECT pg_advisory_xact_lock($1)', [jobLocks.dropOldMonths])
      const { rows } = await tx.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
        partition,
      ])
      if (!rows[0]?.there || (await dropping.still?.(tx)) === false) return
      await tx.query(`ALTER TABLE ${parent} DETACH PARTITION ${partition}`)
      await dropping.move?.(tx, partition)
      await tx.query(`DROP TABLE ${partition}`)
    })
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
  }
}
