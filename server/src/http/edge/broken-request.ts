import type { Socket } from 'node:net'
import type { Problem } from '@millrace/contract/error'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HttpParts } from '../parts.ts'
import { Refusal } from '../refusal.ts'
import { answerError } from './answer-error.ts'
import { requestIdIn } from './request-id.ts'
import { standardHeaders } from './standard-headers.ts'

/** Requests that no route and no hook gets to see are answered like all others. */

/** An address that cannot be decoded is not one of ours. */
export function answerUnreadableAddress({ config }: Pick<HttpParts, 'config'>) {
  const always = standardHeaders(config)
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('x-request-id', request.id).headers(always)
    answerError(new Refusal('not_found') as Error as FastifyError, request, reply)
  }
}

const causes: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'has headers that are too large',
  ERR_HTTP_REQUEST_TIMEOUT: 'did not arrive in time',
}

/** What is not HTTP, too much of it, or too slow: there is nothing but the socket to answer on. */
export function answerUnreadableRequest({ config }: Pick<HttpParts, 'config'>) {
  const always = standardHeaders(config)
  return (error: NodeJS.ErrnoException & { rawPacket?: unknown }, socket: Socket): void => {
    // Nothing was sent on it: a browser opened it ahead of its next request, whose answer it would take this for.
    const isUnused = socket.bytesRead === 0
    if (error.code === 'ECONNRESET' || !socket.writable || isUnused) {
      socket.destroy()
      return
    }
    const { status, message, code } = new Refusal('validation_failed')
    const errors = { request: [causes[error.code ?? ''] ?? 'is not readable HTTP'] }
    const problem: Problem = { message, code, errors, request_id: requestIdIn(error.rawPacket) }
    const body = JSON.stringify(problem)
    const headers = {
      ...always,
      'x-request-id': problem.request_id,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${status} Bad Request`, ...lines, '', body].join('\r\n'))
  }
}

/**
 * Node answers two kinds of request by itself, without an X-Request-Id and without a body: those without a Host, and
 * those that expect what it does not know. The first is refused here (with `requireHostHeader` off), the second answered
 * as if it expected nothing, which RFC 9110 section 10.1.1 leaves to us. After `observe`, whose headers these carry too.
 */
export function answerWhatNodeRefuses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const missing = request.raw.headers.host === undefined && request.raw.httpVersion === '1.1'
    done(
      missing ? new Refusal('validation_failed', { errors: { request: ['has no Host header'] } }) : undefined,
    )
  })
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}
