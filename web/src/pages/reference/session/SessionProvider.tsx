import { type ReactNode, useMemo, useState } from 'react'
import { type Session, SessionContext } from './session.ts'

export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session>()
  const control = useMemo(
    () => ({ session, start: setSession, forget: () => setSession(undefined) }),
    [session],
  )
  return <SessionContext value={control}>{children}</SessionContext>
}
