import type { Session } from '@millrace/contract/session'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { storeSession } from './use-session.ts'

/** Opens the dashboard after signing in. */
export function useEnter(path = '/') {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  return ({ session }: { session: Session }) => {
    storeSession(queries, session)
    navigate(path, { replace: true })
  }
}
