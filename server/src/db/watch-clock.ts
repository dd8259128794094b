import { repeat } from '#base/repeat.ts'
import type { Logger } from '#observability/logger.ts'
import { believedTime } from './believed-time.ts'
import { matchClock } from './match-clock.ts'
import type { Sql } from './sql.ts'

/** A clock that is wrong for a moment is to be noticed, too. */
const EVERY_MS = 1_000
const WORTH_A_LINE_MS = 60_000

export interface WatchedClock {
  readonly matched: Promise<void>
  /** For how long the database has not answered the last question; 0 when it has. */
  silentMs(): number
  /** Calls it when the database's clock had jumped and is settled, wherever it is. */
  onJump(then: () => Promise<unknown>): void
  stop(): Promise<void>
}

/** Compares the clocks for as long as the process runs. A clock that is wrong is reported once, and when it is right again. */
export function watchClock(sql: Sql, logger: Logger): WatchedClock {
  let wrong = false
  let asked: number | undefined
  const afterJump: (() => Promise<unknown>)[] = []
  const compare = async () => {
    // What could not be asked at all counts from the first time: until an answer, it is the same silence.
    asked ??= performance.now()
    const { behindMs, settled } = await matchClock(sql)
    asked = undefined
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
    if (settled) {
      logger.warn(
        'The clock of the database had jumped, and is settled now: what is due goes by what it says',
      )
      for (const then of afterJump) await then()
    }
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
  return {
    matched,
    silentMs: () => (asked === undefined ? 0 : performance.now() - asked),
    onJump: then => {
      afterJump.push(then)
    },
    async stop() {
      await repeating.stop()
      believedTime.forget()
    },
  }
}
