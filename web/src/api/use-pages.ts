import { useInfiniteQuery } from '@tanstack/react-query'
import type { Answer } from './answer.ts'
import { asked, nextCursor } from './queries.ts'

export interface Page<Row> {
  readonly data: Row[]
  readonly links: { readonly next: string | null }
}

/**
 * A list that is read page by page. With a pace its first page is kept up to date; a poll that fails stops, and does
 * not ask for a sign-in twice.
 */
export const usePages = <Row>(
  key: readonly unknown[],
  ask: (cursor: string | null, signal: AbortSignal) => Promise<Answer<Page<Row>>>,
  paceMs?: number,
) =>
  useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => asked(ask(pageParam, signal)),
    initialPageParam: null as string | null,
    getNextPageParam: nextCursor,
    refetchInterval: ({ state: { data, error } }) =>
      paceMs !== undefined && error === null && (data?.pages.length ?? 0) < 2 ? paceMs : false,
  })
