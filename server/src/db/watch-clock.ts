import { repeat } from '#base/repeat.ts'
import type { Logger } from '#observability/logger.ts'
import { matchClock } from './match-clock.ts'
import type { Sql } from './sql.ts'

const EVERY_MS = 10_000
const WORTH_A_LINE_MS = 60_000

/** Compares the clocks for as long as the process runs. A clock that is wrong is reported once, and when it is right again. */
export function watchClock(sql: Sql, logger: Logger): { matched: Promise<void>; stop(): Promise<void> } {
  let wrong = false
  const compare = async () => {
    const behindMs = await matchClock(sql)
    const now = Math.abs(behindMs) >= WORTH_A_LINE_MS
    if (now !== wrong) {
      const seconds = Math.round(behindMs / 1_000)
      logger.warn(
        { behind_seconds: seconds },
        now
          ? 'The clock of this process differs from that of the database. Times are those of the database: set the clocks with NTP'
          : 'The clock of this process is right again',
      )
    }
    wrong = now
    return false
  }
  const matched = compare().then(() => {})
  const repeating = repeat({
    name: 'comparing clocks',
    unhurried: true,
    everyMs: EVERY_MS,
    logger,
    run: compare,
  })
  return { matched, stop: repeating.stop }
}
