import pg from 'pg'
import { preparedOn, settings } from '#db/database.ts'
import { type DistributedConfig, ofAll } from '#db/distributed/of-organisation.ts'
import type { SqlOfAll } from '#db/sql.ts'

export interface SessionOptions {
  readonly applicationName: string
  onError(error: Error): void
}

/**
 * These sessions only look up a few hundred rows by their keys. With fresh, old or no statistics the planner sometimes
 * prefers to read a whole table for that: measured 50 ms against 5 for the update of 500 runs out of 20,000.
 */
const LOOK_UPS = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off'

/**
 * There is one way to look something up, whatever the keys. Left to choose, PostgreSQL plans some statements for their
 * parameters each time: to give one guest points took longer to plan than to do.
 */
const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan'

/** The only plan left is to read jobs in their order, whether there are none or a million. */
const IN_ORDER = '-c enable_bitmapscan=off -c enable_sort=off'

/**
 * At worst, a crash of PostgreSQL undoes a claim, its extension or its end by a reaper, and then jobs are claimed
 * again: so these sessions do not wait for the disk. Notifications do not either.
 */
const NO_DISK = '-c synchronous_commit=off'

/** For the batches themselves. */
export function openWorkSessions(
  connection: DistributedConfig,
  most: number,
  options: SessionOptions,
): pg.Pool {
  // Citus finds the node of an organisation only when it plans for it.
  const planned = connection.naming === undefined ? PLANNED_ONCE : ''
  return openPool(connection, most, `${LOOK_UPS} ${planned}`, options)
}

/** For everything about claims. */
export function openClaimSessions(
  connection: DistributedConfig,
  options: SessionOptions,
): SqlOfAll & { end(): Promise<void> } {
  // One for each lane, and one that looks after the claims of both.
  const pool = openPool(connection, 3, `${LOOK_UPS} ${IN_ORDER} ${NO_DISK}`, options)
  return { ...preparedOn(pool), end: () => pool.end() }
}

function openPool(
  connection: DistributedConfig,
  max: number,
  more: string,
  { applicationName, onError }: SessionOptions,
): pg.Pool {
  const base = settings(connection, 'millrace_engine', applicationName)
  const pool = new pg.Pool({ ...base, options: `${base.options} ${more}`, max })
  // A connection that dies while idle is replaced at its next use; without a listener, the event would end the process.
  pool.on('error', onError)
  // A connection that dies in use emits it too, and its user gets the error from the statement.
  pool.on('connect', client => client.on('error', () => {}))
  return ofAll(pool)
}
