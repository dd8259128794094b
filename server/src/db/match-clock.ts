import { setTrueTime } from '#base/ids.ts'
import type { Sql } from './sql.ts'

/**
 * Has ids made by the database's clock. They decide which month a row is stored in and how far back a run looks, and the
 * clock of this process may be wrong. Returns how far this process is behind, in milliseconds.
 */
export async function matchClock(sql: Sql): Promise<number> {
  const before = performance.now()
  const { rows } = await sql.query<{ now: Date }>('SELECT clock_timestamp() AS now')
  const [answer] = rows
  if (answer === undefined) return 0
  const answered = answer.now.getTime()
  setTrueTime(answered - (before + performance.now()) / 2)
  return answered - Date.now()
}
