/**
 * The strict limit: no rolling 60 seconds ever admit a 21st request.
 *
 * A log holds when requests were admitted, by the database's clock, in microseconds, oldest first. A request is
 * admitted if fewer than 20 of them lie within the 60 seconds before it. A refusal takes no place, so it does not
 * lengthen the wait.
 */
export type StrictLog = readonly number[]

export const STRICT_LIMIT = 20
export const STRICT_WINDOW = 60_000_000

export interface Look {
  readonly admitted: boolean
  /** Places left once this request has taken its own. */
  readonly remaining: number
  /** Microseconds until there is a place; 0 when there is one. */
  readonly wait: number
}

/**
 * The log as of now. What lies before the window is forgotten. What lies ahead of the clock, because it was set back,
 * becomes now, and has to be written down as that: counted as now again and again, it would never leave the window.
 */
export function recall(log: StrictLog, now: number): StrictLog {
  if (log.length === 0 || ((log[0] as number) > now - STRICT_WINDOW && (log.at(-1) as number) <= now))
    return log
  return log.map(at => Math.min(at, now)).filter(at => at > now - STRICT_WINDOW)
}

/** Of a recalled log. */
export function look(log: StrictLog, now: number): Look {
  const admitted = log.length < STRICT_LIMIT
  return {
    admitted,
    remaining: Math.max(STRICT_LIMIT - log.length - 1, 0),
    // The place that frees first is the one twenty from the end.
    wait: admitted ? 0 : (log.at(-STRICT_LIMIT) as number) + STRICT_WINDOW - now,
  }
}

/** Of a recalled log that has a place. */
export const enter = (log: StrictLog, now: number): StrictLog => [...log, now]
