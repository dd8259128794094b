import { useEffect, useRef, useState } from 'react'
import type { Answer, Failure } from './answer.ts'

export interface Latest<T> {
  /** To the newest question that was answered. */
  readonly value: T | undefined
  /** Of the newest question. Being asked to wait is none: it is asked again when the time is over. */
  readonly failure: Failure | undefined
}

/** Long enough not to ask at every letter. */
const PAUSE_MS = 400

/**
 * The answer to a question that changes while a person types. It is asked once they pause, and only after the one before it
 * was answered, so a slow server is never asked for several at a time. undefined: there is nothing to ask.
 */
export function useLatest<T>(
  question: string | undefined,
  ask: (question: string) => Promise<Answer<T>>,
): Latest<T> {
  const [isAsking, setIsAsking] = useState(false)
  const [answered, setAnswered] = useState<Latest<T> & { question?: string }>(nothing)
  const asking = useRef(ask)
  useEffect(() => {
    asking.current = ask
  })
  const waitSeconds = answered.failure?.retryAfter
  const isOpen = question !== undefined && (question !== answered.question || waitSeconds !== undefined)
  const pause =
    answered.question === undefined ? 0 : waitSeconds === undefined ? PAUSE_MS : waitSeconds * 1_000
  useEffect(() => {
    if (!isOpen || isAsking) return
    const timer = setTimeout(async () => {
      setIsAsking(true)
      const answer = await asking.current(question)
      setAnswered(({ value }) =>
        answer.ok
          ? { question, value: answer.value, failure: undefined }
          : { question, value, failure: answer.failure },
      )
      setIsAsking(false)
    }, pause)
    return () => clearTimeout(timer)
  }, [question, isOpen, isAsking, pause])
  return { value: answered.value, failure: waitSeconds === undefined ? answered.failure : undefined }
}

const nothing = { value: undefined, failure: undefined } as const
