import type pg from 'pg'
import { inTransaction } from '../../server/src/db/database.ts'
import type { Settling } from '../../server/src/queue/queue.ts'

/** Transactions as a worker has them, for tests that have no jobs to settle. */
export const settlingNothing =
  (pool: pg.Pool): Settling =>
  work =>
    inTransaction(pool, tx => work(tx, () => {}))
