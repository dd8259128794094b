import type { Role } from '@millrace/contract/member'
import type { Session } from '@millrace/contract/session'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { readSession } from '../api/dashboard.ts'
import { asked } from '../api/queries.ts'
import { forgetAskedAhead } from '../opening/asked-ahead.ts'
import { setSignedInBefore } from '../opening/signed-in-before.ts'

const key = ['session']

/** Reloaded now and then: a member's role may change during the session. */
export const useSessionQuery = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => asked(readSession(signal)).then(({ session }) => session),
    staleTime: 60_000,
  })

/** Stores a new session. Data of another member or organisation is dropped. */
export function storeSession(queries: QueryClient, session: Session): void {
  const before = queries.getQueryData<Session>(key)
  const same = before?.member.id === session.member.id && before.organisation?.id === session.organisation?.id
  if (!same) {
    queries.removeQueries({ predicate: query => query.queryKey[0] !== key[0] })
    forgetAskedAhead()
  }
  queries.setQueryData(key, session)
  setSignedInBefore(true)
}

export interface SignedIn extends Session {
  readonly organisation: NonNullable<Session['organisation']>
  readonly role: Role
}

export const SignedInContext = createContext<SignedIn | undefined>(undefined)

/** The session, on pages for members. */
export function useSignedIn(): SignedIn {
  const session = useContext(SignedInContext)
  if (session === undefined) throw new Error('This page is shown to members only.')
  return session
}

/** Whether they do tasks and see nothing else: what only explains a task further is not asked for. */
export const useIsStaff = (): boolean => useContext(SignedInContext)?.role === 'staff'

export const useIsOwner = (): boolean => useSignedIn().role === 'owner'
