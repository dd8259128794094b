import { setTrueTime } from '#base/ids.ts'
import { believedTime } from './believed-time.ts'
import type { Sql } from './sql.ts'

export interface MatchedClock {
  /** How far this process is behind, in milliseconds. */
  readonly behindMs: number
  /** Whether the database's clock had jumped, and is believed from now on. */
  readonly settled: boolean
}

/**
 * Has ids made by the database's clock. They decide which month a row is stored in and how far back a run looks, and the
 * clock of this process may be wrong.
 */
export async function matchClock(sql: Sql): Promise<MatchedClock> {
  const askedAt = performance.now()
  const { rows } = await sql.query<{ now: Date }>('SELECT clock_timestamp() AS now')
  const [answer] = rows
  if (answer === undefined) return { behindMs: 0, settled: false }
  const [said, answeredAt] = [answer.now.getTime(), performance.now()]
  setTrueTime(said - (askedAt + answeredAt) / 2)
  return { behindMs: said - Date.now(), settled: believedTime.take({ askedAt, answeredAt, said }) }
}
