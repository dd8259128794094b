import { type GuestMove, type MovedRows, moveRows } from '#db/guest-rows.ts'
import type { Sql } from '#db/sql.ts'
import { LOCK_RE_ENTRIES } from '#events/guest-rows.ts'
import { lockForListening } from '#runs/waits/watch-locks.ts'
import { guestTables } from './guest-tables.ts'

/**
 * Locks that keep events and listening runs of two guests away, after the guests themselves, in the order in which an event
 * takes them. The waits are shorter than the time after which PostgreSQL looks for a deadlock: if there is one, the merge gives
 * way and is tried again, and never the event.
 */
export async function lockRecords(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
): Promise<void> {
  await tx.query(LOCK_RE_ENTRIES, [organisationId, guestIds])
  await lockForListening(tx, guestIds)
}

export const PATIENCE = `SET LOCAL lock_timeout = '400ms'`

/** Everything of one guest becomes the other's. Returns what was moved, by table. */
export async function moveGuest(tx: Sql, move: GuestMove): Promise<Map<string, MovedRows>> {
  const moved = new Map<string, MovedRows>()
  for (const rows of guestTables) moved.set(rows.table, await moveRows(tx, rows, move))
  return moved
}
