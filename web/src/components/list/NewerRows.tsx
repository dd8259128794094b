import { useQuery, useQueryClient } from '@tanstack/react-query'
import { asked } from '../../api/queries.ts'
import { usePagesPace } from '../../api/use-pages.ts'
import { t } from '../../language/words.ts'
import styles from './NewerRows.module.css'
import { newerThan } from './newer-than.ts'
import type { List } from './use-list.ts'

export interface NewerProps<Row, Name extends string> {
  list: List<Row, Name>
  keyOf(row: Row): string
}

/**
 * A list with older rows loaded does not update by itself, because its rows would move while they are read. This says
 * that there are newer rows, and loads them on request.
 */
export function NewerRows<Row, Name extends string>({ list, keyOf }: NewerProps<Row, Name>) {
  const { queryKey, askPage, query, paceMs, sorting } = list
  // Sorted otherwise, newer rows can be anywhere.
  const isByTime = sorting.sort === ''
  const queries = useQueryClient()
  const pages = query.isPlaceholderData ? [] : (query.data?.pages ?? [])
  const pace = usePagesPace(queryKey, paceMs)
  // Its key starts with the list's key, so that a live update reloads it as well.
  const { data: first, isPlaceholderData } = useQuery({
    queryKey: [...queryKey, 'first page'],
    queryFn: ({ signal }) => asked(askPage(null, signal)),
    enabled: isByTime && pages.length > 1,
    refetchInterval: ({ state }) => (state.error ? false : pace),
  })
  const shown = new Set(pages.flatMap(({ data }) => data.map(keyOf)))
  const isKnown = isByTime && pages.length > 1 && !isPlaceholderData
  const newer = isKnown && first ? newerThan(shown, first.data.map(keyOf)) : undefined
  const show = () => {
    queries.setQueryData(queryKey, { pages: [first], pageParams: [null] })
    document.getElementById('content')?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }
  return (
    <div role="status" className={styles.place}>
      {newer !== undefined && (
        <button type="button" className={styles.newer} onClick={show}>
          {t`Show ${newer} newer`}
        </button>
      )}
    </div>
  )
}
