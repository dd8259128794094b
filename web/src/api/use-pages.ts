import { useInfiniteQuery } from '@tanstack/react-query'
import type { Answer } from './answer.ts'
import { paceOf } from './behind.ts'
import { liveKeys } from './live-keys.ts'
import { usePace } from './live-state.ts'
import { asked, nextCursor } from './queries.ts'

export interface Page<Row> {
  readonly data: Row[]
  readonly links: { readonly next: string | null }
}

/** The server announces the newest rows of a list; changes further down are seen by polling. */
const SELDOM_MS = 30_000

/** How often to poll the first page of a list: rarely while the server announces its changes. */
export function usePagesPace(key: readonly unknown[], paceMs = Number.POSITIVE_INFINITY): number | false {
  const livePace = usePace(paceMs) || Math.max(paceMs, SELDOM_MS)
  const pace = liveKeys.has(String(key[0])) ? livePace : paceMs
  return Number.isFinite(pace) && pace
}

/**
 * A list that is read page by page. With a pace its first page is kept up to date, also where the server does not
 * announce changes; a poll that fails stops, and does not ask for a sign-in twice.
 */
export function usePages<Row>(
  key: readonly unknown[],
  ask: (cursor: string | null, signal: AbortSignal) => Promise<Answer<Page<Row>>>,
  paceMs?: number,
) {
  const pace = usePagesPace(key, paceMs)
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => asked(ask(pageParam, signal)),
    initialPageParam: null as string | null,
    getNextPageParam: nextCursor,
    refetchInterval: ({ state: { data, error } }) =>
      error === null && (data?.pages.length ?? 0) < 2 && paceOf(data, pace),
  })
}
