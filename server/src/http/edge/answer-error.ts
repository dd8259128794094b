import type { Problem } from '@millrace/contract/error'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ScimRefusal } from '#members/scim/scim-refusal.ts'
import { answerOAuthError, OAuthRefusal } from '../oauth/oauth-refusal.ts'
import { Refusal } from '../refusal.ts'
import { sendScimRefusal } from '../scim/send-scim-refusal.ts'
import { faultsOf } from './faults.ts'
import { isRefusedForNow, logFailure, retryAfter } from './refused-for-now.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the refusal it was answered with. */
    refusedFor: string | undefined
  }
}

/** The one place where an error becomes an answer of a workflow endpoint. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof OAuthRefusal) return answerOAuthError(error, request, reply)
  if (error instanceof ScimRefusal) return sendScimRefusal(reply, error)
  const refusal = toRefusal(error, request.routeOptions?.bodyLimit)
  request.refusedFor = refusal.code
  if (refusal.status >= 500) logFailure(error, request)
  const { errors, headers } = refusal.details
  if (headers !== undefined) reply.headers(headers)
  const problem: Problem = {
    message: refusal.message,
    code: refusal.code,
    ...(errors === undefined ? {} : { errors }),
    request_id: request.id,
  }
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(JSON.stringify(problem))
}

export function toRefusal(error: FastifyError, bodyLimit = 64 * 1024): Refusal {
  if (error instanceof Refusal) return error
  if (isRefusedForNow(error)) {
    return new Refusal('unavailable', { headers: { 'retry-after': retryAfter(error) } })
  }
  if (error.validation !== undefined) {
    return new Refusal('validation_failed', {
      errors: faultsOf(error.validation, error.validationContext ?? 'body'),
    })
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal('payload_too_large', {
        message: `The body is larger than ${sizeInWords(bodyLimit)}.`,
      })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return new Refusal('unsupported_media_type')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
      return new Refusal('validation_failed', { errors: { request: [error.message] } })
    default:
      return new Refusal('internal_error')
  }
}

function sizeInWords(bytes: number): string {
  if (bytes % 2 ** 20 === 0) return `${bytes / 2 ** 20} MiB`
  return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`
}
