import type { HttpAnswer } from '../../http/exchange.ts'
import type { HttpFailure } from '../../http/failure.ts'
import { keptDetail } from '../../http/read-result.ts'
import type { Outcome } from '../../outcome.ts'
import { byStatus, fieldsOf, noAnswer, passing, refused, withoutId } from './answers.ts'

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
/** Full queues, too many requests at once. */
const busy = new Set([14107, 20429, 21611, 30001])

export function readTwilioAnswer(
  result: HttpAnswer | HttpFailure,
  redact: <Value>(value: Value) => Value,
  now: Date,
): Outcome {
  if (result.kind === 'failure') return noAnswer(result, redact)
  const { status } = result
  const detail = keptDetail(result, redact)
  const { sid, code: number } = fieldsOf(detail.json)
  if (status >= 200 && status < 300)
    return typeof sid === 'string'
      ? { kind: 'delivered', detail: { ...detail, providerId: sid } }
      : withoutId(detail)
  const isNumbered = typeof number === 'number'
  const name = isNumbered ? `provider_${number}` : `http_${status}`
  const said = `The SMS provider answered ${status}${isNumbered ? `, code ${number}` : ''}.`
  const known = byStatus(result, name, said, redact, now)
  if (known !== undefined) return known
  if (isNumbered && busy.has(number)) return passing(name, said, result, detail, now)
  const [code, meaning] = meanings.get(isNumbered ? number : 0) ?? [name, said]
  return refused(code, meaning, detail)
}
