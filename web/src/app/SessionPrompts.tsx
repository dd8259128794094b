import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { answerQuestion, onQuestion, openQuestion } from '../api/question.ts'
import { PageBoundary } from '../components/PageBoundary.tsx'
import { t } from '../language/words.ts'
import { toast } from '../toasts/toasts.ts'
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

/** Whose files cannot be had: what was typed stays, and can be sent again. */
function Unanswered() {
  useEffect(() => {
    toast(t`The sign-in could not be loaded. Sign in in another tab, then try again here.`, 'bad')
    answerQuestion(false)
  }, [])
  return null
}
