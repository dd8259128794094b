import { AuthenticationError, ConnectionError, MillraceError, TimeoutError } from '@millrace/client/source'
import { exitCodes, Failure } from '../terminal/failure.ts'

/** The sentence of the API, each faulty field with its faults, how long to wait, and the id of the request. */
export function apiFailure(error: unknown): unknown {
  if (!(error instanceof MillraceError)) return error
  if (error instanceof ConnectionError && !(error instanceof TimeoutError))
    return new Failure(`${error.message} ${WHERE_TO_LOOK}`, exitCodes.notRunning)
  const { message, errors = {}, requestId, retryAfterSeconds } = error
  const refused = error instanceof AuthenticationError ? `The API key was refused: ${message}` : message
  return new Failure(
    [
      retryAfterSeconds === undefined ? refused : `${refused} Try again in ${retryAfterSeconds} s.`,
      ...Object.entries(errors).map(([field, faults]) => `  ${field}: ${faults.join(' ')}`),
      ...(requestId === undefined ? [] : [`  request_id: ${requestId}`]),
    ].join('\n'),
  )
}

const WHERE_TO_LOOK =
  'Start Millrace with `npm start`, or set MILLRACE_AUTH_URL and MILLRACE_BASE_URL to its addresses.'
