import type { Socket } from 'node:net'
import type { Problem } from '@millrace/contract/error'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '#base/ids.ts'
import type { HttpParts } from '../parts.ts'
import { Refusal } from '../refusal.ts'
import { answerError } from './answer-error.ts'
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
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const { status, message, code } = new Refusal('validation_failed')
    const errors = { request: [causes[error.code ?? ''] ?? 'is not readable HTTP'] }
    const problem: Problem = { message, code, errors, request_id: newId() }
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
