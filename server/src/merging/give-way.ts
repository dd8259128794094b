import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { inTransaction, type Transaction } from '#db/database.ts'
import { setLocal } from '#db/set-local.ts'
import { PATIENCE } from './move-guest.ts'

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'
const MOST_TRIES = 20

/**
 * A transaction of the engine for one organisation that gives way to everyone else: if it cannot get a lock soon, it is rolled
 * back and tried again a little later.
 */
export async function givingWay<T>(
  engine: pg.Pool,
  organisationId: string,
  work: (tx: Transaction) => Promise<T>,
  ending: 'COMMIT' | 'ROLLBACK' = 'COMMIT',
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(
        engine,
        async tx => {
          await tx.query(PATIENCE)
          // What the database's own functions act for.
          await setLocal(tx, 'millrace.organisation_id', organisationId)
          return work(tx)
        },
        ending,
      )
    } catch (error) {
      const { code } = error as { code?: string }
      if ((code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) || tries === MOST_TRIES) throw error
      await sleep(20 * tries * Math.random())
    }
  }
}
