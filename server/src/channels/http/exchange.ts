import { type IncomingHttpHeaders, type IncomingMessage, request as send } from 'node:http'
import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { AddressGuard } from '../guard/guard.ts'
import { openConnection, secureConnection } from '../guard/open-connection.ts'
import { type HttpFailure, readFailure } from './failure.ts'

export interface HttpRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface HttpAnswer {
  readonly kind: 'answer'
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The body was longer than what is kept. */
  readonly cut: boolean
  readonly durationMs: number
}

export interface HttpLimits {
  /** For everything: the name lookup, the connection, TLS, the request, and the answer to its last byte. */
  readonly totalMs: number
  readonly bodyBytes: number
  readonly headerBytes: number
}

export const HTTP_LIMITS: HttpLimits = { totalMs: 10_000, bodyBytes: 64 * 1024, headerBytes: 16 * 1024 }

export interface HttpOptions {
  readonly guard: AddressGuard
  readonly limits: HttpLimits
  readonly secureContext: SecureContext
}

/**
 * One request and its answer, over a separate connection: what a receiver does to one connection ends with it.
 * Redirects are ordinary answers. Never throws for what the other side does.
 */
export async function exchange(
  request: HttpRequest,
  { guard, limits, secureContext }: HttpOptions,
): Promise<HttpAnswer | HttpFailure> {
  const began = performance.now()
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), limits.totalMs)
  const { signal } = controller
  let socket: Socket | undefined
  let asked = false
  try {
    const { hostname, protocol, port } = request.url
    const secure = protocol === 'https:'
    socket = await openConnection(guard, { hostname, port: Number(port || (secure ? 443 : 80)) }, signal)
    if (secure) socket = await secureConnection(socket, hostname, secureContext, signal)
    asked = true
    const answer = await ask(request, socket, limits, signal)
    // A body without a length ends with its connection, also when the time limit ended it.
    signal.throwIfAborted()
    return { kind: 'answer', ...answer, durationMs: since(began) }
  } catch (error) {
    const durationMs = since(began)
    return readFailure(error, { timedOut: signal.aborted, totalMs: limits.totalMs, durationMs, asked })
  } finally {
    clearTimeout(timer)
    socket?.destroy()
  }
}

type Received = Pick<HttpAnswer, 'status' | 'headers' | 'body' | 'cut'>

function ask(
  request: HttpRequest,
  socket: Socket,
  limits: HttpLimits,
  signal: AbortSignal,
): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  const body = Buffer.from(request.body)
  const outgoing = send({
    method: request.method,
    path: `${request.url.pathname}${request.url.search}`,
    headers: { ...request.headers, host: request.url.host, 'content-length': body.length },
    createConnection: () => socket,
    maxHeaderSize: limits.headerBytes,
    signal,
  })
  // From here on the promise follows the body: it is not a failure that the request then closes.
  outgoing.once('response', incoming => resolve(readBody(incoming, limits.bodyBytes)))
  outgoing.on('error', reject)
  outgoing.once('close', () => reject(new Error('the receiver closed it without an answer')))
  outgoing.end(body)
  return promise
}

async function readBody(incoming: IncomingMessage, most: number): Promise<Received> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > most) break
  }
  const { statusCode = 0, headers } = incoming
  return { status: statusCode, headers, body: Buffer.concat(chunks).subarray(0, most), cut: length > most }
}

const since = (began: number) => Math.round(performance.now() - began)
