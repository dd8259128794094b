import type { Problem } from '@millrace/contract/error'
import { said } from '../language/said.ts'
import { t } from '../language/words.ts'
import { behindIn } from './behind.ts'

export type Code = Problem['code']

/**
 * Why a call did not do what it was to do. `gone`: nothing answered, or not in our words. `dismissed`: the person was
 * asked for a password and closed the question, so nothing is to be said about it.
 */
export interface Failure {
  readonly kind: 'refused' | 'gone' | 'dismissed'
  readonly status: number
  readonly code: Code | undefined
  readonly message: string
  /** What is wrong with each field, by its path. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  readonly requestId: string | undefined
  /** Asked too often: in how many seconds it is worth asking again. */
  readonly retryAfter?: number | undefined
  /** What else the answer said, where a code brings more along. */
  readonly body: unknown
}

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure }

const nobody = { status: 0, code: undefined, errors: {}, requestId: undefined, body: undefined } as const

export const gone: Failure = {
  ...nobody,
  kind: 'gone',
  message: t`Millrace is not responding. Nothing you entered was lost. Try again in a moment.`,
}

export const dismissed: Failure = { ...nobody, kind: 'dismissed', message: '' }

/** Reads an answer of the server; a proxy's page in its place counts as no answer. */
export async function readAnswer<T>(response: Response): Promise<Answer<T>> {
  let body: unknown
  try {
    body = await response.json()
  } catch {
    return { ok: false, failure: { ...gone, status: response.status } }
  }
  if (response.ok) return { ok: true, value: withBehind(withMessageSaid(body), response) as T }
  return { ok: false, failure: refusal(response, body as Partial<Problem> | null) }
}

/** The message of an answer in the language of the page; whatever else it has, as it is. */
const withMessageSaid = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
    ? { ...body, message: said(body.message) }
    : body

function withBehind(body: unknown, response: Response): unknown {
  const behind = behindIn(response)
  return behind === undefined ? body : { ...(body as object), behind }
}

function refusal(response: Response, body: Partial<Problem> | null): Failure {
  if (typeof body?.message !== 'string') return { ...gone, status: response.status }
  return {
    kind: 'refused',
    status: response.status,
    code: body.code,
    message: inPlainWords(said(body.message), response),
    errors: body.errors ?? {},
    requestId: body.request_id,
    retryAfter: response.status === 429 ? secondsIn(response) : undefined,
    body,
  }
}

/** Advice about headers is for integrations; people who read the page cannot act on it. */
function inPlainWords(message: string, { status, headers }: Response): string {
  if (status === 500)
    return t`Something went wrong in Millrace. Nothing you entered was lost. Try again in a moment.`
  const seconds = secondsIn({ headers })
  const wait =
    seconds === undefined ? t`in a moment` : seconds === 1 ? t`in a second` : t`in ${seconds} seconds`
  if (status === 503)
    return t`Millrace is not available right now. Nothing you entered was lost. Try again ${wait}.`
  return status === 429 && seconds !== undefined ? t`Too many requests. Try again ${wait}.` : message
}

function secondsIn({ headers }: Pick<Response, 'headers'>): number | undefined {
  const seconds = Number(headers.get('retry-after'))
  return seconds > 0 ? seconds : undefined
}
