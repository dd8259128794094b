import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { answerQuestion, onQuestion, openQuestion } from '../api/question.ts'
import { PageBoundary } from './PageBoundary.tsx'
import { deferred } from './routes/deferred.tsx'

/** The forms of the sign-in, which few visits need. */
export const sessionDialogs = deferred(() => import('./SessionDialogs.tsx').then(it => it.SessionDialogs))

/** Asks for what a call in progress needs, when it is needed. */
export function SessionPrompts() {
  const question = useSyncExternalStore(onQuestion, openQuestion)
  return (
    question && (
      <PageBoundary failed={<Unanswered />}>
        <Suspense fallback={null}>
          <sessionDialogs.Shown question={question} />
        </Suspense>
      </PageBoundary>
    )
  )
}

/** Whose files cannot be had: the call says that it was not made, and can be tried again. */
function Unanswered() {
  useEffect(() => answerQuestion(false), [])
  return null
}
