import type { ErrorCode, OAuthErrorCode } from './types.ts'

export interface ErrorDetails {
  /** Of the answer; absent where there was none. */
  status?: number | undefined
  /** What went wrong, for programs. A newer server may have codes that are not listed here. */
  code?: ErrorCode | OAuthErrorCode | (string & {}) | undefined
  /** For each faulty field, by its path (`serials.2`, `parameters.spend`), what is wrong with it. */
  errors?: Record<string, string[]> | undefined
  /** Tell us this one when you ask about a request. */
  requestId?: string | undefined
  /** How long the server asked to wait before the next request. */
  retryAfterSeconds?: number | undefined
  /** The JSON of the answer, with the secret or the token hidden if it repeats them. */
  body?: unknown
  cause?: unknown
}

/** Everything that this client throws by itself, except for TypeErrors about how it was called. */
export class MillraceError extends Error {
  override readonly name: string = 'MillraceError'
  readonly status: ErrorDetails['status']
  readonly code: ErrorDetails['code']
  readonly errors: ErrorDetails['errors']
  readonly requestId: ErrorDetails['requestId']
  readonly retryAfterSeconds: ErrorDetails['retryAfterSeconds']
  readonly body: ErrorDetails['body']

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined)
    this.status = details.status
    this.code = details.code
    this.errors = details.errors
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
    this.body = details.body
  }
}

/** The key was refused, or a fresh token was. Waiting does not help; another key does. */
export class AuthenticationError extends MillraceError {
  override readonly name = 'AuthenticationError'
}

/** 400: the request has faults, and `errors` names each of them. */
export class ValidationError extends MillraceError {
  override readonly name = 'ValidationError'
}

/** 404: there is no such thing in the organisation of the key. */
export class NotFoundError extends MillraceError {
  override readonly name = 'NotFoundError'
}

/** 409 or 422: it cannot be done in the present state; `code` says which. */
export class ConflictError extends MillraceError {
  override readonly name = 'ConflictError'
}

/** 429, after the retries: `retryAfterSeconds` says when to come back. */
export class RateLimitError extends MillraceError {
  override readonly name = 'RateLimitError'
}

/** 5xx, after the retries. */
export class UnavailableError extends MillraceError {
  override readonly name = 'UnavailableError'
}

/** There was no answer, so it is not known whether the request was carried out. */
export class ConnectionError extends MillraceError {
  override readonly name: string = 'ConnectionError'
}

/** There was no answer in time, so it is not known whether the request was carried out. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'
}

/** The message was not signed with this secret, or not lately. Do not act on it. */
export class WebhookVerificationError extends MillraceError {
  override readonly name = 'WebhookVerificationError'
}
