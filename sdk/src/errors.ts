import type { ErrorCode, OAuthErrorCode } from './types.ts'

export interface ErrorDetails {
  /** Of the response; absent where there was none. */
  status?: number | undefined
  /** What went wrong, for programs. A newer server may have codes that are not listed here. */
  code?: ErrorCode | OAuthErrorCode | (string & {}) | undefined
  /** For each faulty field, by its path (`serials.2`, `parameters.spend`), what is wrong with it. */
  errors?: Record<string, string[]> | undefined
  /** Include it when you report a problem with a request. */
  requestId?: string | undefined
  /** How long the server asked to wait before the next request. */
  retryAfterSeconds?: number | undefined
  /** The JSON of the response, with the secret or the token hidden if it repeats them. */
  body?: unknown
  cause?: unknown
}

/** Everything that this client throws, except for TypeErrors about how it was called. */
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

/** 404: it does not exist in the organisation of the key. */
export class NotFoundError extends MillraceError {
  override readonly name = 'NotFoundError'
}

/** 409 or 422: it is not possible in the present state; `code` says why. */
export class ConflictError extends MillraceError {
  override readonly name = 'ConflictError'
}

/** 429, after the retries: `retryAfterSeconds` says how long to wait. */
export class RateLimitError extends MillraceError {
  override readonly name = 'RateLimitError'
}

/** 5xx, after the retries. */
export class UnavailableError extends MillraceError {
  override readonly name = 'UnavailableError'
}

/** There was no response, so it is unknown whether the request was carried out. */
export class ConnectionError extends MillraceError {
  override readonly name: string = 'ConnectionError'
}

/** There was no response in time, so it is unknown whether the request was carried out. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'
}

/** The message was not signed with this secret, or is too old. Do not act on it. */
export class WebhookVerificationError extends MillraceError {
  override readonly name = 'WebhookVerificationError'
}
