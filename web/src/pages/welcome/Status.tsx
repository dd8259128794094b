import type { Readiness } from '../../api/readiness.ts'
import styles from './Status.module.css'

const words: Record<Readiness, { title: string; detail: string; tone: string }> = {
  loading: { title: 'Looking for Millrace', detail: 'Asking the server whether it is ready.', tone: 'quiet' },
  ready: {
    title: 'Millrace is running',
    detail: 'The server answers and its database is reachable. Events sent now are taken.',
    tone: 'good',
  },
  back: {
    title: 'Millrace is running again',
    detail: 'It was away and is back. Events sent now are taken.',
    tone: 'good',
  },
  'database-away': {
    title: 'The database is away',
    detail:
      'The server answers, but cannot reach its database. Events are refused with status 503 until it can; ' +
      'this page notices by itself.',
    tone: 'warn',
  },
  gone: {
    title: 'Millrace does not answer',
    detail: 'The server has stopped or cannot be reached from here. This page keeps asking.',
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
        Your systems send events, as from a till or a booking. Millrace decides which workflows take each one,
        and carries out a run for the guest.
      </p>
    </header>
  )
}
