import type { BulkAnswer } from '@millrace/contract/dashboard/runs'
import { useEffect, useRef, useState } from 'react'
import type { Answer, Failure } from '../../api/answer.ts'

export interface BulkProgress {
  readonly working: boolean
  readonly done: number
  /** How many had become something else meanwhile. */
  readonly left: number
  readonly over: boolean
  readonly failure: Failure | undefined
}

const before: BulkProgress = { working: false, done: 0, left: 0, over: false, failure: undefined }

/** Something that is done to many, portion after portion, until there is none left or somebody stops it. */
export function useBulk(send: (cursor: string | undefined) => Promise<Answer<BulkAnswer>>) {
  const [progress, setProgress] = useState(before)
  const cursor = useRef<string>(undefined)
  const working = useRef(false)

  const stop = () => {
    working.current = false
  }
  // Whoever leaves the page has stopped watching, and is not there to stop it.
  useEffect(() => stop, [])

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
