import type { Failure } from '../api/answer.ts'

/** Why a request failed, with the request id where the fault is not the member's. */
export function FailureWords({ failure: { message, status, requestId } }: { failure: Failure }) {
  return (
    <>
      {message}
      {status >= 500 && requestId && (
        <>
          {' '}
          Request id: <code>{requestId}</code>.
        </>
      )}
    </>
  )
}
