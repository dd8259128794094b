import type { Failure } from '../api/answer.ts'

/** Why it did not work, with the id to ask about where the fault is none of the person's. */
export function FailureWords({ failure: { message, status, requestId } }: { failure: Failure }) {
  return (
    <>
      {message}
      {status >= 500 && requestId && (
        <>
          {' '}
          Its request id is <code>{requestId}</code>.
        </>
      )}
    </>
  )
}
