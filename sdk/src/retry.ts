import { ConnectionError, MillraceError, RateLimitError } from './errors.ts'
import type { Hold } from './hold.ts'
import { type Limit, pause } from './limit.ts'

const FIRST_PAUSE = 250
const LONGEST_PAUSE = 8_000

/** Statuses of a fault that may be over at the next attempt. */
const PASSING = [408, 429, 500, 502, 503, 504]

/** What may succeed next time. Every request can be repeated: a POST carries an Idempotency-Key. */
export function isWorthRetrying(error: unknown): error is MillraceError {
  if (!(error instanceof MillraceError)) return false
  if (error instanceof ConnectionError) return true
  return PASSING.includes(error.status ?? 0) || error.code === 'idempotency_in_flight'
}

/**
 * Grows with each failure, and differs from client to client, so that clients that failed together do not retry
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

export interface Retry {
  readonly error: MillraceError
  /** How long it waits before the next attempt. */
  readonly pauseMs: number
}

export interface RetryRules {
  readonly retries: number
  readonly waitForRateLimit: boolean
  readonly limit: Limit
  /** Shared with the other calls of the client. */
  readonly hold?: Hold
  readonly onRetry?: ((retry: Retry) => void) | undefined
}

/** Does not wait for what can no longer arrive in time: the error is thrown at once instead. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { retries, waitForRateLimit, limit, hold, onRetry }: RetryRules,
): Promise<T> {
  for (let failures = 0; ; ) {
    await hold?.pass(limit)
    try {
      return await attempt()
    } catch (error) {
      if (limit.signal.aborted || !isWorthRetrying(error)) throw error
      if (!(waitForRateLimit && isRateLimit(error))) failures += 1
      const pauseMs = pauseAfter(Math.max(1, failures), error)
      if (failures > retries || pauseMs >= limit.remainingMs()) throw error
      if (asksAllToWait(error)) hold?.extend((error.retryAfterSeconds ?? 0) * 1_000)
      onRetry?.({ error, pauseMs })
      await pause(pauseMs, limit.signal)
    }
  }
}

/** Without a time to wait, a 429 does not say when to retry, and counts as any other failure. */
const isRateLimit = (error: MillraceError) =>
  error instanceof RateLimitError && error.retryAfterSeconds !== undefined

/** What the server asks of the key (429) or of everyone (503), not of this request alone. */
const asksAllToWait = ({ status, retryAfterSeconds }: MillraceError) =>
  retryAfterSeconds !== undefined && (status === 429 || status === 503)
