import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { t } from '../../language/words.ts'
import { Button } from '../Button.tsx'
import styles from './LoadMore.module.css'

type Query = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>

/** Loads older rows, while there are any; more of them where they are sorted otherwise. */
export function LoadMore({ query, isSorted = false }: { query: Query; isSorted?: boolean }) {
  if (!query.hasNextPage) return null
  return (
    <div className={styles.more} data-older="">
      <Button quiet busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {isSorted ? t`Show more` : t`Show older`}
      </Button>
    </div>
  )
}
