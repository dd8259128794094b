import type { OAuthErrorCode, OAuthProblem } from '@millrace/contract/token'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { STRICT_LIMIT } from '#access/strict-log.ts'
import { ErrorWithoutStack } from '#base/error-without-stack.ts'
import { type LimitState, limitHeaders } from '../edge/limit-headers.ts'
import { isRefusedForNow, logFailure, retryAfter } from '../edge/refused-for-now.ts'

/** RFC 6749 section 5.2. Descriptions are ours, never the caller's words, and keep to its character set. */
export class OAuthRefusal extends ErrorWithoutStack {
  override name = 'OAuthRefusal'
  readonly status: number
  readonly error: OAuthErrorCode
  readonly headers: Record<string, string>

  constructor(
    status: number,
    error: OAuthErrorCode,
    description: string,
    headers: Record<string, string> = {},
  ) {
    super(description)
    this.status = status
    this.error = error
    this.headers = headers
  }
}

export const invalidRequest = (description: string) => new OAuthRefusal(400, 'invalid_request', description)

export const wrongType = () =>
  invalidRequest('Send the body as application/json or application/x-www-form-urlencoded.')

/**
 * Unknown client, wrong secret, a key that was revoked, has ended or may not be used from there: the same answer, so that
 * a secret that was found cannot be tried. Who used HTTP Basic gets 401 and its challenge, as
 * section 5.2 asks; everyone else 400.
 */
export const invalidClient = (basic: boolean) =>
  new OAuthRefusal(
    basic ? 401 : 400,
    'invalid_client',
    'The client is not known, its secret is wrong, or its key was revoked, has ended or may not be used from this address.',
    basic ? { 'www-authenticate': 'Basic realm="millrace"' } : {},
  )

export const wrongMethod = (headers: Record<string, string>) =>
  new OAuthRefusal(405, 'invalid_request', 'This address takes POST only.', headers)

export const tooManyRequests = (retryAfterSeconds: number) => {
  const state: LimitState = { admitted: false, limit: STRICT_LIMIT, remaining: 0, retryAfterSeconds }
  return new OAuthRefusal(
    429,
    'too_many_requests',
    'At most 20 requests a minute. Keep the token until it expires, and wait as long as Retry-After says.',
    limitHeaders('token', state),
  )
}

export function answerOAuthError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = toOAuthRefusal(error)
  if (refusal.status >= 500) logFailure(error, request)
  const problem: OAuthProblem = { error: refusal.error, error_description: refusal.message }
  return reply
    .code(refusal.status)
    .headers({ ...noStore, ...refusal.headers })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(problem))
}

export const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' }

function toOAuthRefusal(error: FastifyError): OAuthRefusal {
  if (error instanceof OAuthRefusal) return error
  if (isRefusedForNow(error)) {
    return new OAuthRefusal(
      503,
      'temporarily_unavailable',
      'Not available right now. Retry after the seconds in Retry-After.',
      { 'retry-after': retryAfter(error) },
    )
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new OAuthRefusal(413, 'invalid_request', 'The body is larger than 16 KiB.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return wrongType()
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalidRequest('The body does not have the length that Content-Length says.')
    default:
      return new OAuthRefusal(500, 'server_error', 'Something went wrong on our side. Try again.')
  }
}
