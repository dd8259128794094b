import type { BulkAnswer } from '@millrace/contract/dashboard/runs'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer, Failure } from '../../api/answer.ts'

export interface BulkProgress {
  readonly working: boolean
  readonly done: number
  /** How many had changed in the meantime. */
  readonly left: number
  readonly over: boolean
  readonly failure: Failure | undefined
}

const before: BulkProgress = { working: false, done: 0, left: 0, over: false, failure: undefined }

/** A bulk action, in portions, until none is left or the member stops it. */
export function useBulk(send: (cursor: string | undefined) => Promise<Answer<BulkAnswer>>) {
  const [progress, setProgress] = useState(before)
  const cursor = useRef<string>(undefined)
  const working = useRef(false)

  const stop = useCallback(() => {
    working.current = false
  }, [])
  // Leaving the page stops it, because the member could no longer do so.
  useEffect(() => stop, [stop])

  async function start() {
    if (working.current) return
    working.current = true
    setProgress(now => ({ ...now, working: true, failure: undefined }))
    while (working.current) {
      const answer = await send(cursor.current)
      if (!answer.ok) {
        working.current = false
        const failure = answer.failure.kind === 'dismissed' ? undefined : answer.failure
        setProgress(now => ({ ...now, failure }))
        break
      }
      const { done, left, cursor: next } = answer.value
      cursor.current = next ?? undefined
      if (next === null) working.current = false
      setProgress(now => ({ ...now, done: now.done + done, left: now.left + left, over: next === null }))
    }
    setProgress(now => ({ ...now, working: false }))
  }
  return { progress, start, stop }
}
