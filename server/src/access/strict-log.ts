/**
 * The strict limit: no rolling 60 seconds ever admit a 21st request.
 *
 * A log has the times at which requests were admitted, by the database's clock, in microseconds, oldest first. A
 * request is admitted if fewer than 20 of them are within the 60 seconds before it. A refusal is not logged, so it
 * does not lengthen the wait.
 */
export type StrictLog = readonly number[]

export const STRICT_LIMIT = 20
/** For a /56 of IPv6, which counts besides each of its /64. */
export const WIDE_LIMIT = 3 * STRICT_LIMIT
export const STRICT_WINDOW = 60_000_000

export interface Look {
  readonly admitted: boolean
  /** Requests left after this one. */
  readonly remaining: number
  /** Microseconds until the next request is admitted; 0 when it is admitted now. */
  readonly wait: number
}

/**
 * The log as of now. Entries before the window are dropped. Entries in the future, because the clock was set back,
 * become now, and have to be stored like that: treated as now on every read, they would never leave the window.
 */
export function recall(log: StrictLog, now: number): StrictLog {
  if (log.length === 0 || ((log[0] as number) > now - STRICT_WINDOW && (log.at(-1) as number) <= now))
    return log
  return log.map(at => Math.min(at, now)).filter(at => at > now - STRICT_WINDOW)
}

/** Expects a recalled log. */
export function look(log: StrictLog, now: number, places = STRICT_LIMIT): Look {
  const admitted = log.length < places
  return {
    admitted,
    remaining: Math.max(places - log.length - 1, 0),
    // The entry that leaves the window first is, of twenty places, the twentieth from the end.
    wait: admitted ? 0 : (log.at(-places) as number) + STRICT_WINDOW - now,
  }
}

/** Expects a recalled log that has a place left. */
export const enter = (log: StrictLog, now: number): StrictLog => [...log, now]
