import type { SecondFactorQuestion } from '@millrace/contract/second-factor'
import type { Session } from '@millrace/contract/session'
import { useState } from 'react'
import type { Answer } from '../../api/answer.ts'
import { type Submission, useSubmit } from '../../api/use-submit.ts'

/** What a right password leads to: a session, or the question for the second factor. */
export type FirstStep = { readonly session: Session } | SecondFactorQuestion

export interface SignIn {
  readonly submission: Submission
  /** Asked now, after the password. */
  readonly question: SecondFactorQuestion | undefined
  /** Back to the password. */
  back(): void
}

/** The steps of a sign-in: the password, and the second factor for those who have one. */
export function useSignIn(
  send: () => Promise<Answer<FirstStep>>,
  enter: (answer: { session: Session }) => void,
): SignIn {
  const [question, setQuestion] = useState<SecondFactorQuestion>()
  const submission = useSubmit(send, step => ('session' in step ? enter(step) : setQuestion(step)))
  return { submission, question, back: () => setQuestion(undefined) }
}
