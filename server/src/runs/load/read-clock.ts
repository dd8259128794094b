import type { Sql } from '#db/sql.ts'

/** The time of this transaction. The database has the only clock: the clocks of processes differ, and jump. */
export async function readClock(tx: Sql): Promise<Date> {
  const { rows } = await tx.query<{ now: Date }>('SELECT now() AS now')
  return (rows[0] as { now: Date }).now
}
