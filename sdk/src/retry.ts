import { ConnectionError, MillraceError } from './errors.ts'
import { type Limit, pause } from './limit.ts'

const FIRST_PAUSE = 250
const LONGEST_PAUSE = 8_000

/** Statuses of a fault that may have passed by the next attempt. */
const PASSING = [408, 429, 500, 502, 503, 504]

/** What may go well the next time. Every request can be repeated: a POST carries an Idempotency-Key. */
export function isWorthRetrying(error: unknown): error is MillraceError {
  if (!(error instanceof MillraceError)) return false
  if (error instanceof ConnectionError) return true
  return PASSING.includes(error.status ?? 0) || error.code === 'idempotency_in_flight'
}

/**
 * Grows with each failure, and differs from client to client, so that those who failed together do not come back
 * together. Never shorter than the server asked for.
 */
export function pauseAfter(
  failures: number,
  { retryAfterSeconds }: Pick<MillraceError, 'retryAfterSeconds'>,
  random: () => number = Math.random,
): number {
  const grown = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1))
  if (retryAfterSeconds === undefined) return grown * (0.5 + random() / 2)
  return retryAfterSeconds * 1_000 + grown * random()
}

/** Does not begin to wait for what cannot come in time any more: the error is thrown at once instead. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { retries, limit }: { retries: number; limit: Limit },
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      if (limit.signal.aborted || failures > retries || !isWorthRetrying(error)) throw error
      const ms = pauseAfter(failures, error)
      if (ms >= limit.remainingMs()) throw error
      await pause(ms, limit.signal)
    }
  }
}
