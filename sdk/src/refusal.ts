import {
  AuthenticationError,
  ConflictError,
  type ErrorDetails,
  MillraceError,
  NotFoundError,
  RateLimitError,
  UnavailableError,
  ValidationError,
} from './errors.ts'
import { readRetryAfter } from './retry-after.ts'

/** The error for an unsuccessful response. `body` is the JSON that came with it, if any. */
export function refusal(origin: string, status: number, headers: Headers, body: unknown): MillraceError {
  const problem = isObject(body) ? body : {}
  const code = text(problem.code) ?? text(problem.error)
  const message = text(problem.message) ?? text(problem.error_description)
  const kind = kindOf(status, code)
  return new kind(message ?? `${origin} answered with status ${status}.`, {
    status,
    code,
    errors: isObject(problem.errors) ? (problem.errors as ErrorDetails['errors']) : undefined,
    requestId: text(problem.request_id) ?? headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: readRetryAfter(headers.get('retry-after')),
    body,
  })
}

function kindOf(status: number, code: string | undefined): typeof MillraceError {
  if (status === 401 || code === 'invalid_client') return AuthenticationError
  if (status === 400) return ValidationError
  if (status === 404) return NotFoundError
  if (status === 409 || status === 422) return ConflictError
  if (status === 429) return RateLimitError
  return status >= 500 ? UnavailableError : MillraceError
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
