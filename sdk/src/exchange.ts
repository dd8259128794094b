import { ConnectionError, MillraceError, TimeoutError } from './errors.ts'
import { openLimit } from './limit.ts'
import { refusal } from './refusal.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Headers
  readonly body?: string | undefined
  /** The secret or token in the request. It must not be in an error, even if the response repeats it. */
  readonly confidential: string
}

export interface Line {
  readonly fetch: typeof fetch
  readonly attemptTimeoutMs: number
}

/** A successful response. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Its JSON. */
  readonly body: unknown
}

/** Sends a request once and returns the successful response. Everything else is a MillraceError. */
export async function exchange(line: Line, request: HttpRequest, signal: AbortSignal): Promise<Answer> {
  const { origin } = new URL(request.url)
  const { status, headers, text } = await receive(line, request, origin, signal)
  if (status >= 200 && status < 300) {
    const body = parsed(text)
    if (body !== undefined) return { status, headers, body }
    throw new MillraceError(`${origin} answered with something other than JSON. Is Millrace there?`, {
      status,
    })
  }
  // Following a redirect could carry the secret to another host. Some runtimes do not reveal its status.
  if (status < 400) {
    throw new MillraceError(`${origin} answered with a redirect. Set the address that it leads to.`, {
      status,
    })
  }
  throw refusal(origin, status, headers, parsed(text.replaceAll(request.confidential, '[hidden]')))
}

async function receive(
  { fetch, attemptTimeoutMs }: Line,
  { method, url, headers, body }: HttpRequest,
  origin: string,
  signal: AbortSignal,
): Promise<{ status: number; headers: Headers; text: string }> {
  const limit = openLimit(
    attemptTimeoutMs,
    signal,
    () => new TimeoutError(`${origin} did not answer within ${attemptTimeoutMs} ms.`),
  )
  try {
    limit.signal.throwIfAborted()
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: limit.signal,
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (cause) {
    if (limit.signal.aborted) throw limit.signal.reason
    throw new ConnectionError(`There was no answer from ${origin}${reasonOf(cause)}.`, { cause })
  } finally {
    limit.close()
  }
}

/** Node's code says what happened to the connection. */
function reasonOf(error: unknown): string {
  const code = (error as { cause?: { code?: unknown } } | null)?.cause?.code
  return typeof code === 'string' ? ` (${code})` : ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
