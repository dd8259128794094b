import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { signOut } from '../api/dashboard.ts'
import { t } from '../language/words.ts'
import { setSignedInBefore } from '../opening/signed-in-before.ts'
import { toastFailure } from '../toasts/toast-failure.ts'
import { toast } from '../toasts/toasts.ts'
import { forgetRecent } from './recent.ts'

/** Returns to the sign-in after the session has ended, and drops all data. */
export function useReturnToSignIn() {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  return (message: string) => {
    setSignedInBefore(false)
    forgetRecent()
    navigate('/sign-in')
    queries.clear()
    toast(message, 'good')
  }
}

export function useSignOut() {
  const leave = useReturnToSignIn()
  return async () => {
    const answer = await signOut()
    if (answer.ok) leave(answer.value.message)
    else if (answer.failure.code === 'sign_in_needed') leave(t`You were signed out already.`)
    else toastFailure(answer.failure)
  }
}
