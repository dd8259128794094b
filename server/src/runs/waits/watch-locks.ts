import { lockSeeds } from '#db/advisory-locks.ts'
import type { Sql } from '#db/sql.ts'

/**
 * An event looks for the runs that listen for it; a run that starts to listen looks for earlier events. Both hold a
 * lock on the guest until they commit, events a shared one: so one of the two always sees the other. All callers take
 * these locks in one order, and before the runs themselves.
 */
const lock = (name: string) =>
  `SELECT ${name}(hashtextextended(key, ${lockSeeds.listeningGuest})) FROM (SELECT key FROM unnest($1::text[]) AS key ORDER BY key) AS ordered`

const SHARED = lock('pg_advisory_xact_lock_shared')
const EXCLUSIVE = lock('pg_advisory_xact_lock')

export function lockForEvents(tx: Sql, guestIds: readonly string[]): Promise<unknown> {
  return tx.query(SHARED, [[...new Set(guestIds)]])
}

export function lockForListening(tx: Sql, guestIds: readonly string[]): Promise<unknown> {
  return tx.query(EXCLUSIVE, [[...new Set(guestIds)]])
}
