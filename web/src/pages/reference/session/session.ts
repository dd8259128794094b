import { createContext, use } from 'react'

/** Lives in this page's memory and is gone with it: neither storage nor cookie ever sees it. */
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
