import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Answer } from '../../api/answer.ts'
import { asked } from '../../api/queries.ts'

/**
 * The token behind the # of a link. It is taken out of the address at once: not to be seen over a shoulder, nor to be
 * found in the history. Whoever loads the page anew opens the link again.
 */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1))
  useEffect(() => {
    history.replaceState(history.state, '', location.pathname)
  }, [])
  return token
}

/** What the link is for. A text that can be no token is not even asked about. */
export const useLink = <T>(kind: string, token: string, read: (token: string) => Promise<Answer<T>>) =>
  useQuery({
    queryKey: [kind, token],
    queryFn: () => asked(read(token)),
    enabled: isToken(token),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)
