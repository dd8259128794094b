import { useQuery } from '@tanstack/react-query'
import { asked } from '../../api/queries.ts'
import { number } from '../../language/format.ts'
import { t } from '../../language/words.ts'
import type { List } from './use-list.ts'

/** Counting costs more than a page, and nobody decides by the last digit of thousands. */
const FRESH_MS = 30_000

/** How many rows the filter matches. A list that is there as a whole is counted here, any other by the server. */
export function ListCount<Row, Name extends string>({ list }: { list: List<Row, Name> }) {
  const { query, count, name, filter } = list
  const pages = query.data?.pages
  const shown = pages?.reduce((sum, { data }) => sum + data.length, 0) ?? 0
  const isAsked = count !== undefined && pages !== undefined && query.hasNextPage
  const counted = useQuery({
    queryKey: ['count', name, filter],
    queryFn: ({ signal }) => asked((count as NonNullable<typeof count>)(filter, signal)),
    enabled: isAsked,
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) => (state.error ? false : FRESH_MS),
  })
  if (shown === 0 || query.isPlaceholderData) return null
  const found = query.hasNextPage ? foundOf(counted.data, shown) : number(shown)
  if (found === undefined || (isAsked && counted.isPending)) return null
  return (
    <>
      {found}
      <span className="visually-hidden">{t` in this list`}</span>
    </>
  )
}

/** At least as many as are shown, also where counting them would have taken too long. */
function foundOf(counted: { count: number | null; more: boolean } | undefined, shown: number): string {
  if (counted === undefined || counted.count === null || counted.count < shown) return `${number(shown)}+`
  return counted.more ? `${number(counted.count)}+` : number(counted.count)
}
