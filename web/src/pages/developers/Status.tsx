import type { Readiness } from '../../api/readiness.ts'
import styles from './Status.module.css'

const words: Record<Readiness, { title: string; detail: string; tone: string }> = {
  loading: {
    title: 'Connecting to Millrace',
    detail: 'Checking whether the server is ready.',
    tone: 'quiet',
  },
  ready: {
    title: 'Millrace is running',
    detail: 'The server answers and its database is reachable. Events are accepted.',
    tone: 'good',
  },
  back: {
    title: 'Millrace is running again',
    detail: 'The connection is back. Events are accepted.',
    tone: 'good',
  },
  'database-away': {
    title: 'The database is not available',
    detail:
      'The server answers, but can’t reach its database. Events are refused with status 503 until it can; ' +
      'this page updates automatically.',
    tone: 'warn',
  },
  gone: {
    title: 'Millrace is not responding',
    detail: 'The server has stopped or cannot be reached from here. This page keeps trying.',
    tone: 'bad',
  },
}

export function Status({ readiness }: { readiness: Readiness }) {
  const { title, detail, tone } = words[readiness]
  return (
    <header className={styles.status} data-tone={tone}>
      <div role="status" className={styles.words}>
        <h1>
          <span className={styles.dot} aria-hidden="true" />
          {title}
        </h1>
        <p>{detail}</p>
      </div>
      <p className={styles.purpose}>
        Your systems send events, for example from a till or a booking page. Millrace finds the workflows that
        match and runs them for the guest.
      </p>
    </header>
  )
}
