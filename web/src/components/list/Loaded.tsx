import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureOf } from '../../api/queries.ts'
import { Button } from '../Button.tsx'
import { Note } from '../Note.tsx'
import styles from './Loaded.module.css'

type Query<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'isFetching'>

/** What was asked for, as soon as there is any of it. What is old is shown rather than nothing, and says that it is old. */
export function Loaded<T>({ query, children }: { query: Query<T>; children(data: T): ReactNode }) {
  const { data, error, refetch, isFetching } = query
  const putOff = error !== null && failureOf(error)?.kind === 'put-off'
  return (
    <div className={styles.loaded}>
      <div role="status" className={styles.state}>
        {data === undefined && error === null && <Waiting />}
        {error !== null && (
          <Note tone="bad">
            <span className={styles.failed}>
              <span>
                {putOff ? 'Sign in to see this.' : error.message}
                {data !== undefined && ' What you see is what was there before.'}
              </span>
              <Button quiet busy={isFetching} onClick={() => refetch()}>
                Try again
              </Button>
            </span>
          </Note>
        )}
      </div>
      {data !== undefined && children(data)}
    </div>
  )
}

/** Appears late: what is there within a moment needs no announcement. */
function Waiting() {
  return (
    <div className={styles.waiting}>
      <span className="visually-hidden">Loading</span>
      <span aria-hidden="true" />
      <span aria-hidden="true" />
      <span aria-hidden="true" />
    </div>
  )
}
