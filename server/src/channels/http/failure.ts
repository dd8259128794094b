import { ForbiddenAddress, UnknownHost } from '../guard/guard.ts'
import { TlsFailed } from '../guard/open-connection.ts'

/** Why there is no answer, as a sentence about the receiver. */
export interface HttpFailure {
  readonly kind: 'failure'
  readonly code:
    | 'timeout'
    | 'address_forbidden'
    | 'dns_failed'
    | 'tls_failed'
    | 'bad_response'
    | 'connection_failed'
    | 'host_busy'
    | 'host_resting'
  readonly message: string
  readonly contacted: boolean
  /** The request was on its way, so the receiver may have acted on it. */
  readonly asked?: boolean
  readonly afterMs?: number
  readonly durationMs: number
}

interface Circumstances {
  readonly timedOut: boolean
  readonly totalMs: number
  readonly durationMs: number
  readonly asked?: boolean
}

export function readFailure(
  error: unknown,
  { timedOut, totalMs, durationMs, asked = false }: Circumstances,
): HttpFailure {
  const failure = (code: HttpFailure['code'], message: string): HttpFailure => ({
    kind: 'failure',
    code,
    message,
    contacted: code !== 'address_forbidden',
    asked,
    durationMs,
  })
  if (timedOut)
    return failure('timeout', `The receiver did not answer fully within ${totalMs / 1000} seconds.`)
  if (error instanceof ForbiddenAddress) return failure('address_forbidden', error.message)
  if (error instanceof UnknownHost) return failure('dns_failed', error.message)
  if (error instanceof TlsFailed) return failure('tls_failed', `No secure connection: ${error.message}.`)
  const { code, message } = error as NodeJS.ErrnoException
  if (code?.startsWith('HPE_')) {
    return failure(
      'bad_response',
      `The receiver's answer is not proper HTTP, or its headers are too long (${code}).`,
    )
  }
  return failure('connection_failed', `The connection failed: ${explain(code) ?? message}.`)
}

function explain(code: string | undefined): string | undefined {
  switch (code) {
    case 'ECONNREFUSED':
      return 'nothing listens at this address'
    case 'ECONNRESET':
    case 'EPIPE':
      return 'the receiver cut it off'
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'there is no way to this address'
    default:
      return code
  }
}
