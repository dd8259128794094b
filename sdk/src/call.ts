import { AuthenticationError } from './errors.ts'
import { exchange } from './exchange.ts'
import { createHold } from './hold.ts'
import { openLimit } from './limit.ts'
import { count, duration, type Settings } from './options.ts'
import { type Retry, withRetries } from './retry.ts'
import type { Tokens } from './tokens.ts'
import { tookTooLong } from './took-too-long.ts'

export interface CallOptions {
  /** Ends the call; it then fails with the reason of the signal. */
  signal?: AbortSignal | undefined
  /** How long the call may take with all of its retries. */
  timeoutMs?: number | undefined
  /** How long one attempt may take. */
  attemptTimeoutMs?: number | undefined
  /** How often a failed attempt is repeated. */
  retries?: number | undefined
  /** Whether it waits for as long as each 429 asks, without counting that as a retry. */
  waitForRateLimit?: boolean | undefined
  /** Called before each pause between two attempts. */
  onRetry?: ((retry: Retry) => void) | undefined
  /** Called with status and headers of the successful answer; for a list, of each page. */
  onResponse?: ((response: { readonly status: number; readonly headers: Headers }) => void) | undefined
  headers?: Record<string, string> | undefined
}

export interface PostOptions extends CallOptions {
  /** The same in all attempts of a call. Set your own to make a repeated call safe as well. Default: a random one. */
  idempotencyKey?: string | undefined
}

export interface WriteOptions extends PostOptions {
  /** The same answer, and nothing is stored or run. */
  dryRun?: boolean | undefined
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: Record<string, string | number | boolean | null | undefined> | undefined
  readonly json?: unknown
}

/** Calls the workflow endpoints: adds a token, keeps the time limit, and retries where that helps. */
export type Call = <T>(request: ApiRequest, options: PostOptions | undefined) => Promise<T>

export function createCall(settings: Settings, tokens: Tokens): Call {
  const hold = createHold()
  return async <T>(request: ApiRequest, options: PostOptions = {}) => {
    const timeoutMs = duration('timeoutMs', options.timeoutMs ?? settings.timeoutMs)
    const rules = {
      retries: count('retries', options.retries ?? settings.retries),
      waitForRateLimit: options.waitForRateLimit ?? settings.waitForRateLimit,
      onRetry: options.onRetry,
      hold,
    }
    const line = {
      fetch: settings.fetch,
      attemptTimeoutMs: duration('attemptTimeoutMs', options.attemptTimeoutMs ?? settings.attemptTimeoutMs),
    }
    const url = addressOf(settings.baseUrl, request)
    const headers = headersOf(settings, request, options)
    const body = request.json === undefined ? undefined : JSON.stringify(request.json, sayable)

    const what = `${request.method} ${request.path}`
    const limit = openLimit(timeoutMs, options.signal, () => tookTooLong(what, timeoutMs))
    const send = async (token: string) => {
      headers.set('authorization', `Bearer ${token}`)
      const answer = await withRetries(
        () =>
          exchange(line, { method: request.method, url, headers, body, confidential: token }, limit.signal),
        { ...rules, limit },
      )
      options.onResponse?.({ status: answer.status, headers: answer.headers })
      return answer.body as T
    }
    try {
      limit.signal.throwIfAborted()
      const token = await tokens.current(limit.signal)
      try {
        return await send(token)
      } catch (error) {
        if (!(error instanceof AuthenticationError)) throw error
        return await send(await tokens.replace(token, limit.signal))
      }
    } finally {
      limit.close()
    }
  }
}

/** JSON has no word for them, and null, which JSON.stringify would write, means something else. */
function sayable(field: string, value: unknown): unknown {
  if (typeof value !== 'number' || Number.isFinite(value)) return value
  throw new TypeError(
    `The field "${field}" is ${value}, which JSON cannot hold. Send a finite number or leave it out.`,
  )
}

function addressOf(baseUrl: string, { path, query = {} }: ApiRequest): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return `${baseUrl}${path}?${search}`.replace(/\?$/, '')
}

/**
 * Built before anything is sent: a header that cannot be sent is an error of the caller, so there is nothing to
 * retry.
 */
function headersOf(settings: Settings, { method, json }: ApiRequest, options: PostOptions): Headers {
  const headers = new Headers(settings.headers)
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
  headers.set('accept', 'application/json')
  if (json !== undefined) headers.set('content-type', 'application/json')
  if (method === 'POST') headers.set('idempotency-key', options.idempotencyKey ?? crypto.randomUUID())
  return headers
}
