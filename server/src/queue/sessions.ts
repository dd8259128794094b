import pg from 'pg'
import { settings } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { statementName } from '#db/statement-name.ts'

export interface SessionOptions {
  readonly applicationName: string
  onError(error: Error): void
}

/**
 * Whatever these sessions do, they look up a few hundred rows by their keys. With fresh, old or no statistics the planner
 * now and then prefers to read a whole table for that: measured 50 ms against 5 for the update of 500 runs out of
 * 20,000. Plans that are ruled out count as expensive, and what is expensive is compiled first: hence no JIT.
 */
const LOOK_UPS = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off'

/** What is left then is to read jobs in their order, whether there are none or a million. */
const IN_ORDER = '-c enable_bitmapscan=off -c enable_sort=off'

/**
 * A claim, its beat and its end by a reaper are taken back by a crash of PostgreSQL at worst, and then jobs are claimed
 * again: nobody waits for the disk. Neither does a notification.
 */
const NO_DISK = '-c synchronous_commit=off'

/** For the batches themselves. */
export function openWorkSessions(
  connection: pg.ClientConfig,
  most: number,
  options: SessionOptions,
): pg.Pool {
  return openPool(connection, most, LOOK_UPS, options)
}

/** For everything about claims. */
export function openClaimSessions(
  connection: pg.ClientConfig,
  options: SessionOptions,
): Sql & { end(): Promise<void> } {
  // Each lane, and one that looks after the claims of both.
  const pool = openPool(connection, 3, `${LOOK_UPS} ${IN_ORDER} ${NO_DISK}`, options)
  return {
    query: (text, values) =>
      pool.query(values === undefined ? { text } : { name: statementName(text), text, values }),
    end: () => pool.end(),
  }
}

function openPool(
  connection: pg.ClientConfig,
  max: number,
  more: string,
  { applicationName, onError }: SessionOptions,
): pg.Pool {
  const base = settings(connection, 'millrace_engine', applicationName)
  const pool = new pg.Pool({ ...base, options: `${base.options} ${more}`, max })
  // A connection that dies while idle is replaced at its next use; unheard, the event would end the process.
  pool.on('error', onError)
  // One that dies in use does so too, and whoever uses it hears of it from their statement.
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}
