import type { Detail, Outcome } from '../outcome.ts'
import { storableJson, storableText } from '../storable.ts'
import type { HttpAnswer } from './exchange.ts'
import type { HttpFailure } from './failure.ts'

type Redact = <Value>(value: Value) => Value

/** What is kept of an answer: its JSON when it is complete JSON, otherwise its text. */
export function keptDetail({ status, body, cut, durationMs }: HttpAnswer, redact: Redact): Detail {
  const text = body.toString('utf8')
  const json = cut ? undefined : storableJson(text)
  return {
    contacted: true,
    durationMs,
    status,
    ...(json === undefined ? { response: redact(storableText(text)) } : { json: redact(json) }),
    ...(cut ? { responseCut: true } : {}),
  }
}

/** A forbidden address is permanent; every other failure may pass. */
export function failedOutcome(failure: HttpFailure, redact: Redact): Outcome {
  const { code, contacted, durationMs, afterMs } = failure
  const detail = { contacted, durationMs }
  const message = redact(failure.message)
  if (code === 'address_forbidden') return { kind: 'refused', code, message, detail }
  return { kind: 'retry', code, message, detail, ...(afterMs === undefined ? {} : { afterMs }) }
}
