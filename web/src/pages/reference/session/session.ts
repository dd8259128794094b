import { createContext, use } from 'react'

/** Kept in the memory of this page only, never in storage or a cookie. */
export interface Session {
  token: string
  clientId: string
  expiresAt: number
}

export interface SessionControl {
  session: Session | undefined
  start(session: Session): void
  forget(): void
}

export const SessionContext = createContext<SessionControl>({
  session: undefined,
  start() {},
  forget() {},
})

export const useSession = () => use(SessionContext)
