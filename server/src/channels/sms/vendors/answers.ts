import type { HttpAnswer } from '../../http/exchange.ts'
import type { HttpFailure } from '../../http/failure.ts'
import { failedOutcome, keptDetail } from '../../http/read-result.ts'
import { readRetryAfter } from '../../http/retry-after.ts'
import type { Detail, Outcome } from '../../outcome.ts'

/** What the providers' answers have in common. */

type Redact = <Value>(value: Value) => Value

/**
 * An operator or member has to fix this at the provider or in the settings; retrying every few seconds would not
 * help.
 */
const UNTIL_FIXED_MS = 5 * 60 * 1000

/** Of a provider that failed in the middle, or of a gateway before one that did not answer: it may have taken the message. */
const uncertain = new Set([500, 502, 504])

/** There was no answer. A request that was on its way may have been heeded. */
export function noAnswer(failure: HttpFailure, redact: Redact): Outcome {
  const failed = failedOutcome(failure, redact)
  return failure.asked ? { ...failed, detail: { ...failed.detail, uncertain: true } } : failed
}

export const refused = (code: string, message: string, detail: Detail): Outcome => ({
  kind: 'refused',
  code,
  message,
  detail,
})

export const untilFixed = (code: string, message: string, detail: Detail): Outcome => ({
  kind: 'retry',
  code,
  message,
  afterMs: UNTIL_FIXED_MS,
  detail,
})

export const notAllowed = (said: string, detail: Detail): Outcome =>
  untilFixed('auth_failed', `${said} Check the account and its token in the settings.`, detail)

export const noCredit = (detail: Detail): Outcome =>
  untilFixed('no_credit', 'The account at the SMS provider has no credit left. Top it up there.', detail)

/** Worth another attempt soon, or when the provider says. */
export function passing(
  code: string,
  message: string,
  result: HttpAnswer,
  detail: Detail,
  now: Date,
): Outcome {
  const afterMs = readRetryAfter(result.headers, now)
  return {
    kind: 'retry',
    code,
    message,
    detail: uncertain.has(result.status) ? { ...detail, uncertain: true } : detail,
    ...(afterMs === undefined ? {} : { afterMs }),
  }
}

/** An HTTP status that means the same at every provider; undefined: its body says more. */
export function byStatus(result: HttpAnswer, code: string, said: string, redact: Redact, now: Date) {
  const { status } = result
  const detail = keptDetail(result, redact)
  if (status === 401 || status === 403) return notAllowed(said, detail)
  if (status === 402) return noCredit(detail)
  if (status >= 500 || status === 408 || status === 429) return passing(code, said, result, detail, now)
  return undefined
}

export const withoutId = (detail: Detail): Outcome =>
  refused(
    'bad_response',
    'The SMS provider took the message and gave it no id. Check its address in the settings.',
    detail,
  )

export const fieldsOf = (json: unknown): Readonly<Record<string, unknown>> =>
  json !== null && typeof json === 'object' ? (json as Record<string, unknown>) : {}
