import { type Answer, dismissed, gone, readAnswer } from './answer.ts'
import { askPerson, timesGiven } from './question.ts'

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly json?: unknown
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
  /** The pages before the sign-in answer for themselves: no dialog opens over them. */
  readonly alone?: boolean
}

/**
 * One call of the dashboard's API. Where it needs a sign-in or a password, the person is asked in place and the call is
 * made again, so that a form that was filled in is never lost to a session that ended meanwhile.
 */
export async function call<T>(path: string, options: Call = {}): Promise<Answer<T>> {
  for (;;) {
    const before = timesGiven()
    const answer = await once<T>(path, options)
    const code = answer.ok || options.alone ? undefined : answer.failure.code
    if (code !== 'sign_in_needed' && code !== 'confirmation_needed') return answer
    // It was on its way while the person gave it for another call: nobody is asked twice.
    if (timesGiven() !== before) continue
    const given = await askPerson(code === 'sign_in_needed' ? 'sign-in' : 'password')
    if (!given) return { ok: false, failure: dismissed }
  }
}

async function once<T>(path: string, { method = 'GET', json, headers, signal }: Call): Promise<Answer<T>> {
  try {
    const response = await fetch(`/dashboard/api${path}`, {
      method,
      cache: 'no-store',
      credentials: 'same-origin',
      headers: { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(signal === undefined ? {} : { signal }),
    })
    return await readAnswer<T>(response)
  } catch (error) {
    if (signal?.aborted) throw error
    return { ok: false, failure: gone }
  }
}
