import type { Failure } from '../api/answer.ts'
import { rich } from '../language/words.ts'

/** Why a request failed, with the request id where the fault is not the member's. */
export function FailureWords({ failure: { message, status, requestId } }: { failure: Failure }) {
  return (
    <>
      {message}
      {status >= 500 && requestId && <>{rich` Request id: ${<code>{requestId}</code>}.`}</>}
    </>
  )
}
