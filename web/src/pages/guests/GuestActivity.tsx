import type { TimelineEntry } from '@millrace/contract/timeline'
import { Link } from 'wouter'
import { readTimeline } from '../../api/management.ts'
import { usePages } from '../../api/use-pages.ts'
import { Empty } from '../../components/list/Empty.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { LoadMore } from '../../components/list/LoadMore.tsx'
import { Time } from '../../components/time/Time.tsx'
import styles from './GuestActivity.module.css'

/** What happened to a guest and what did not, over all workflows, with the reason. */
export function GuestActivity({ id }: { id: string }) {
  const timeline = usePages(['timeline', id], (cursor, signal) => readTimeline(id, cursor, signal))
  return (
    <section aria-labelledby="timeline" className={styles.section}>
      <h2 id="timeline">Activity</h2>
      <Loaded query={timeline}>
        {({ pages }) => {
          const entries = pages.flatMap(({ data }) => data)
          if (entries.length === 0) {
            return (
              <Empty title="No activity yet">
                <p>Events, messages and changes for this guest appear here.</p>
              </Empty>
            )
          }
          return (
            <>
              <ol className={styles.entries}>
                {entries.map((entry, place) => (
                  <li key={`${entry.at} ${place}`} data-kind={entry.kind}>
                    <span>
                      {entry.sentence} <Origin entry={entry} />
                    </span>
                    <Time at={entry.at} serial={entry.serial} />
                  </li>
                ))}
              </ol>
              <LoadMore query={timeline} />
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

/** Where to read more about it. */
function Origin({ entry: { run_id, event_id } }: { entry: TimelineEntry }) {
  if (run_id !== null) return <Link to={`/runs/${run_id}`}>Run</Link>
  return event_id === null ? null : <Link to={`/events/${event_id}`}>Event</Link>
}
