import { plausible } from '#db/believed-time.ts'
import type { Sql } from '#db/sql.ts'

/**
 * The time of this transaction. The database has the only clock: the clocks of processes differ, and jump. If its own has just
 * jumped, this is the time it would be, so that a wait that begins now ends when it should.
 */
export async function readClock(tx: Sql): Promise<Date> {
  const { rows } = await tx.query<{ now: Date }>('SELECT now() AS now')
  return plausible((rows[0] as { now: Date }).now)
}
