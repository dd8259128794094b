import { useState } from 'react'
import type { Answer } from '../../api/answer.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { fieldsOf } from './fields-of.ts'

/**
 * A form over what is stored. Until it is edited it shows what is stored, also when another member changes that; it does
 * so again after `saved` is done with the answer.
 */
export function useStoredForm<Value extends object, T>(
  stored: Value,
  send: (value: Value) => Promise<Answer<T>>,
  saved: (answer: T) => void | Promise<void>,
) {
  const [typed, setTyped] = useState<Value>()
  const value = typed ?? stored
  const change = (part: Partial<Value>) => setTyped({ ...value, ...part })
  const submission = useSubmit(
    () => send(value),
    async answer => {
      await saved(answer)
      setTyped(undefined)
    },
  )
  return {
    value,
    change,
    field: fieldsOf(value, change, submission.failure),
    edited: typed !== undefined,
    /** Shows what is stored again. */
    discard: () => {
      submission.reset()
      setTyped(undefined)
    },
    submission,
  }
}
