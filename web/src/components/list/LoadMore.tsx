import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { t } from '../../language/words.ts'
import { Button } from '../Button.tsx'
import styles from './LoadMore.module.css'

type Query = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>

/** Loads older rows, while there are any. */
export function LoadMore({ query }: { query: Query }) {
  if (!query.hasNextPage) return null
  return (
    <div className={styles.more} data-older="">
      <Button quiet busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {t`Show older`}
      </Button>
    </div>
  )
}
