import { useQuery, useQueryClient } from '@tanstack/react-query'
import { asked } from '../../api/queries.ts'
import { usePagesPace } from '../../api/use-pages.ts'
import styles from './NewerRows.module.css'
import { newerThan } from './newer-than.ts'
import type { List } from './use-list.ts'

export interface NewerProps<Row, Name extends string> {
  list: List<Row, Name>
  keyOf(row: Row): string
}

/**
 * A list of which somebody has asked for older rows stays as it is, because its rows would move away under their eyes.
 * This says that there are newer ones, and brings them when asked to.
 */
export function NewerRows<Row, Name extends string>({ list, keyOf }: NewerProps<Row, Name>) {
  const { queryKey, askPage, query, paceMs } = list
  const queries = useQueryClient()
  const pages = query.isPlaceholderData ? [] : (query.data?.pages ?? [])
  const pace = usePagesPace(queryKey, paceMs)
  // Its key begins as the one of the list does, so that it is read again whenever the server tells of a change.
  const { data: first, isPlaceholderData } = useQuery({
    queryKey: [...queryKey, 'first page'],
    queryFn: ({ signal }) => asked(askPage(null, signal)),
    enabled: pages.length > 1,
    refetchInterval: ({ state }) => (state.error ? false : pace),
  })
  const shown = new Set(pages.flatMap(({ data }) => data.map(keyOf)))
  const isKnown = pages.length > 1 && !isPlaceholderData
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
          {`${newer} newer — show`}
        </button>
      )}
    </div>
  )
}
