import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureOf } from '../../api/queries.ts'
import { Button } from '../Button.tsx'
import { FailureWords } from '../FailureWords.tsx'
import { Loading } from '../Loading.tsx'
import { Note } from '../Note.tsx'
import styles from './Loaded.module.css'

type Query<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'isFetching'>

export interface LoadedProps<T> {
  query: Query<T>
  /** What stands in its place where the server knows of no such thing. */
  absent?: ReactNode
  children(data: T): ReactNode
}

/** What was asked for, as soon as there is any of it. What is old is shown rather than nothing, and says that it is old. */
export function Loaded<T>({ query, absent, children }: LoadedProps<T>) {
  const { data, error } = query
  if (absent !== undefined && error !== null && isAbsent(error)) return absent
  return (
    <div className={styles.loaded} aria-busy={data === undefined && error === null}>
      <div role="status" className={styles.state}>
        {data === undefined && error === null && <Loading />}
        {error !== null && <Failed {...query} error={error} />}
      </div>
      {data !== undefined && children(data)}
    </div>
  )
}

function Failed({ data, error, refetch, isFetching }: Query<unknown> & { error: Error }) {
  const failure = failureOf(error)
  return (
    <Note tone="bad">
      <span className={styles.failed}>
        <span>
          {failure?.kind === 'dismissed' && 'Sign in to see this.'}
          {failure?.kind !== 'dismissed' && data === undefined && 'This could not be loaded. '}
          {failure === undefined ? error.message : <FailureWords failure={failure} />}
          {data !== undefined && ' What you see is what was there before.'}
        </span>
        <Button quiet busy={isFetching} onClick={() => refetch()}>
          Try again
        </Button>
      </span>
    </Note>
  )
}

/** What answers in place of the server does not know what there is. */
function isAbsent(error: Error): boolean {
  const failure = failureOf(error)
  return failure?.kind === 'refused' && failure.status === 404
}
