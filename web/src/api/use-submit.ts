import { type SyntheticEvent, useRef, useState } from 'react'
import type { Answer, Failure } from './answer.ts'

export interface Submission {
  readonly busy: boolean
  readonly failure: Failure | undefined
  submit(event?: SyntheticEvent): Promise<void>
  /** Forgets what went wrong. */
  reset(): void
}

/** Something that is sent once, however often the button is pressed, and its result. */
export function useSubmit<T>(send: () => Promise<Answer<T>>, done: (value: T) => void): Submission {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const sending = useRef(false)

  async function submit(event?: SyntheticEvent) {
    event?.preventDefault()
    if (sending.current) return
    sending.current = true
    setBusy(true)
    const answer = await send()
    sending.current = false
    setBusy(false)
    setFailure(answer.ok || answer.failure.kind === 'dismissed' ? undefined : answer.failure)
    if (answer.ok) done(answer.value)
  }
  return { busy, failure, submit, reset: () => setFailure(undefined) }
}
