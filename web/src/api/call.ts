import type { Body, Headers, Operation, Success } from '@millrace/contract/operations/operation'
import { manner, takeAskedAhead } from '../opening/asked-ahead.ts'
import { addressOf, type Given, type Place } from './address.ts'
import { type Answer, dismissed, gone, readAnswer } from './answer.ts'
import { askPerson, timesGiven } from './question.ts'

interface Manner {
  readonly signal?: AbortSignal
  /** The pages before the sign-in answer for themselves: no dialog opens over them. */
  readonly alone?: boolean
}

type WithBody<O extends Operation> = O extends { readonly body: object }
  ? { readonly body: Body<O> }
  : { readonly body?: never }

type WithHeaders<O extends Operation> = O extends { readonly headers: object }
  ? { readonly headers: Headers<O> }
  : { readonly headers?: never }

/** All that an operation takes. */
export type Asked<O extends Operation> = Place<O> & WithBody<O> & WithHeaders<O> & Manner

/**
 * One call of the dashboard's API: what it takes and what it answers is as the operation says. Where it needs a sign-in
 * or a password, the person is asked in place and the call is made again, so that a form that was filled in is never
 * lost to a session that ended meanwhile.
 */
export async function call<O extends Operation>(
  operation: O,
  ...[given]: Given<Asked<O>>
): Promise<Answer<Success<O>>> {
  const asked = (given ?? {}) as Asked<O>
  for (;;) {
    const before = timesGiven()
    const answer = await once(operation, asked)
    const code = answer.ok || asked.alone ? undefined : answer.failure.code
    if (code !== 'sign_in_needed' && code !== 'confirmation_needed') return answer
    // It was on its way while the person gave it for another call: nobody is asked twice.
    if (timesGiven() !== before) continue
    const given = await askPerson(code === 'sign_in_needed' ? 'sign-in' : 'password')
    if (!given) return { ok: false, failure: dismissed }
  }
}

async function once<O extends Operation>(operation: O, asked: Asked<O>): Promise<Answer<Success<O>>> {
  const { body, headers, signal } = asked as { body?: unknown; headers?: object } & Manner
  try {
    const address = addressOf(operation, asked)
    const ahead = operation.method === 'GET' ? await takeAskedAhead(address) : undefined
    signal?.throwIfAborted()
    const { headers: usual, ...rest } = manner()
    const response =
      ahead ??
      (await fetch(address, {
        ...rest,
        method: operation.method,
        headers: {
          ...usual,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      }))
    return await readAnswer<Success<O>>(response)
  } catch (error) {
    if (signal?.aborted) throw error
    return { ok: false, failure: gone }
  }
}
