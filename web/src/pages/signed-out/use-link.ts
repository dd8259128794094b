import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Answer } from '../../api/answer.ts'
import { asked } from '../../api/queries.ts'

/**
 * The token behind the # of a link. It is removed from the address at once, so that it is neither visible nor in the
 * history. After a reload the link has to be opened again.
 */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1))
  useEffect(() => {
    history.replaceState(history.state, '', location.pathname)
  }, [])
  return token
}

/** What the link is for. A text that cannot be a token is not sent. */
export const useLink = <T>(kind: string, token: string, read: (token: string) => Promise<Answer<T>>) =>
  useQuery({
    queryKey: [kind, token],
    queryFn: () => asked(read(token)),
    enabled: isToken(token),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)
