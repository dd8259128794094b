import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { behindOf } from '../../api/behind.ts'
import { failureOf } from '../../api/queries.ts'
import { t } from '../../language/words.ts'
import { Button } from '../Button.tsx'
import { FailureWords } from '../FailureWords.tsx'
import { Loading } from '../Loading.tsx'
import { Note } from '../Note.tsx'
import { BehindNote } from './BehindNote.tsx'
import styles from './Loaded.module.css'

type Query<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'isFetching'>

export interface LoadedProps<T> {
  query: Query<T>
  /** Shown when the server answers that there is no such thing. */
  absent?: ReactNode
  /** They are figures and no list, in what is said of their age. */
  figures?: true
  children(data: T): ReactNode
}

/** The data of a query, once loaded. After a failure the old data stays, with a note. */
export function Loaded<T>({ query, absent, figures, children }: LoadedProps<T>) {
  const { data, error } = query
  const isGone = useIsAbsent(query)
  if (absent !== undefined && isGone) return absent
  return (
    <div className={styles.loaded} aria-busy={data === undefined && error === null}>
      <div role="status" className={styles.state}>
        {data === undefined && error === null && <Loading />}
        {error !== null && <Failed {...query} error={error} />}
      </div>
      <BehindNote behind={behindOf(data)} figures={figures} />
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
          {failure?.kind === 'dismissed' && t`Sign in to see this.`}
          {failure?.kind !== 'dismissed' && data === undefined && t`Couldn’t load this. `}
          {failure === undefined ? error.message : <FailureWords failure={failure} />}
          {data !== undefined && t` This is the last version that was loaded.`}
        </span>
        <Button quiet busy={isFetching} onClick={() => refetch()}>
          {t`Try again`}
        </Button>
      </span>
    </Note>
  )
}

/**
 * That there is no such thing is an answer like any other: it stays while the server is asked again, and when the
 * server cannot be reached. The query itself forgets its error as soon as it asks again.
 */
function useIsAbsent({ data, error }: Query<unknown>): boolean {
  const [before, setBefore] = useState(false)
  const isAnswered = data !== undefined || (error !== null && failureOf(error)?.kind !== 'gone')
  const isNow = isAnswered ? error !== null && isAbsent(error) : before
  if (isNow !== before) setBefore(isNow)
  return isNow
}

/** Only the server's own 404 counts: a proxy in front of it may send one as well. */
function isAbsent(error: Error): boolean {
  const failure = failureOf(error)
  return failure?.kind === 'refused' && failure.status === 404
}
