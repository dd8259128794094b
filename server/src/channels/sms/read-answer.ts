import type { HttpAnswer } from '../http/exchange.ts'
import type { HttpFailure } from '../http/failure.ts'
import { failedOutcome, keptDetail } from '../http/read-result.ts'
import { readRetryAfter } from '../http/retry-after.ts'
import type { Outcome } from '../outcome.ts'

/**
 * An operator or member has to fix this at the provider or in the settings; retrying every few seconds would not
 * help.
 */
const UNTIL_FIXED_MS = 5 * 60 * 1000

/** Twilio's codes about the guest or the sender, in our own words. */
const meanings = new Map<number, readonly [code: string, message: string]>([
  [21610, ['recipient_unsubscribed', 'The guest has asked the SMS provider to stop.']],
  [21211, ['invalid_recipient', 'The SMS provider does not know this phone number.']],
  [21217, ['invalid_recipient', 'The SMS provider does not know this phone number.']],
  [21614, ['invalid_recipient', 'The phone number cannot receive SMS.']],
  [21612, ['invalid_recipient', 'The SMS provider cannot reach this phone number from this sender.']],
  [21408, ['region_not_allowed', 'The SMS account does not send to this country. Allow it at the provider.']],
  [21606, ['invalid_sender', 'The sender may not send SMS. Choose another in the settings.']],
  [21212, ['invalid_sender', 'The SMS provider does not know the sender. Correct it in the settings.']],
  [21617, ['message_too_long', 'The message is too long for the SMS provider.']],
])
/** Of a provider that failed in the middle, or of a gateway before one that did not answer: it may have taken the message. */
const uncertain = new Set([500, 502, 504])
/** Full queues, too many requests at once. */
const passing = new Set([14107, 20429, 21611, 30001])

export function readProviderAnswer(
  result: HttpAnswer | HttpFailure,
  redact: <Value>(value: Value) => Value,
  now: Date,
): Outcome {
  if (result.kind === 'failure') {
    const failed = failedOutcome(result, redact)
    return result.asked ? { ...failed, detail: { ...failed.detail, uncertain: true } } : failed
  }
  const { status } = result
  const detail = keptDetail(result, redact)
  const said = fieldsOf(detail.json)
  if (status >= 200 && status < 300) {
    if (typeof said.sid === 'string')
      return { kind: 'delivered', detail: { ...detail, providerId: said.sid } }
    const message = 'The SMS provider took the message and gave it no id. Check its address in the settings.'
    return { kind: 'refused', code: 'bad_response', message, detail }
  }
  const number = typeof said.code === 'number' ? said.code : undefined
  const name = number === undefined ? `http_${status}` : `provider_${number}`
  const message = `The SMS provider answered ${status}${number === undefined ? '' : `, code ${number}`}.`
  if (status === 401 || status === 403) {
    const advice = `${message} Check the account and its token in the settings.`
    return { kind: 'retry', code: 'auth_failed', message: advice, afterMs: UNTIL_FIXED_MS, detail }
  }
  if (status >= 500 || status === 408 || status === 429 || passing.has(number ?? 0)) {
    const afterMs = readRetryAfter(result.headers, now)
    return {
      kind: 'retry',
      code: name,
      message,
      detail: uncertain.has(status) ? { ...detail, uncertain: true } : detail,
      ...(afterMs === undefined ? {} : { afterMs }),
    }
  }
  const [code, meaning] = meanings.get(number ?? 0) ?? [name, message]
  return { kind: 'refused', code, message: meaning, detail }
}

function fieldsOf(json: unknown): { readonly sid?: unknown; readonly code?: unknown } {
  return json !== null && typeof json === 'object' ? json : {}
}
