import type { HttpAnswer } from '../http/exchange.ts'
import type { HttpFailure } from '../http/failure.ts'
import { failedOutcome, keptDetail } from '../http/read-result.ts'
import { readRetryAfter } from '../http/retry-after.ts'
import type { Outcome } from '../outcome.ts'

/**
 * Statuses that are retried. 409 is among them: a receiver answers it while it still processes the previous attempt.
 */
const passing = new Set([408, 409, 425, 429])

export function readAnswer(
  result: HttpAnswer | HttpFailure,
  redact: <Value>(value: Value) => Value,
  now: Date,
): Outcome {
  if (result.kind === 'failure') return failedOutcome(result, redact)
  const { status } = result
  const detail = keptDetail(result, redact)
  if (status >= 200 && status < 300) return { kind: 'delivered', detail }
  if (status >= 300 && status < 400) {
    const message = `The receiver answered ${status}, a redirect. They are not followed: enter the final address.`
    return { kind: 'refused', code: 'redirect', message, detail }
  }
  const message = `The receiver answered ${status}.`
  const code = `http_${status}`
  if (status < 500 && !passing.has(status)) return { kind: 'refused', code, message, detail }
  const afterMs = readRetryAfter(result.headers, now)
  return { kind: 'retry', code, message, detail, ...(afterMs === undefined ? {} : { afterMs }) }
}
