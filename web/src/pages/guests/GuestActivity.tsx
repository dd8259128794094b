import type { TimelineEntry } from '@millrace/contract/timeline'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { readTimeline } from '../../api/management.ts'
import { usePages } from '../../api/use-pages.ts'
import { Icon, type IconName } from '../../components/Icon.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { LoadMore } from '../../components/list/LoadMore.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useZone } from '../../components/time/use-zone.ts'
import { WhatIsThis } from '../../features/help/WhatIsThis.tsx'
import { t } from '../../language/words.ts'
import { type ActivityFilter, activityFilters, byDay, filterOf } from './activity-days.ts'
import styles from './GuestActivity.module.css'

// What draws messages is fetched with the first that is looked at.
const MessageInPlace = lazy(() => import('./MessageInPlace.tsx').then(it => ({ default: it.MessageInPlace })))

/** What happened to a guest and what did not, over all workflows, with the reason: day by day, newest first. */
export function GuestActivity({ id }: { id: string }) {
  const timeline = usePages(['timeline', id], (cursor, signal) => readTimeline(id, cursor, signal))
  const zone = useZone()
  const [filter, setFilter] = useState<ActivityFilter>('all')
  return (
    <section aria-labelledby="timeline" className={styles.section}>
      <div className={styles.head}>
        <h2 id="timeline">{t`Activity`}</h2>
        <WhatIsThis topic="marketers#why-did-this-guest-get-nothing">
          {t`Why did this guest get nothing?`}
        </WhatIsThis>
        <fieldset className={styles.filters} aria-label={t`Show`}>
          {activityFilters.map(({ name, label }) => (
            <button key={name} type="button" aria-pressed={name === filter} onClick={() => setFilter(name)}>
              {label}
            </button>
          ))}
        </fieldset>
      </div>
      <Loaded query={timeline}>
        {({ pages }) => {
          const entries = pages.flatMap(({ data }) => data)
          if (entries.length === 0) {
            return (
              <Empty title={t`No activity yet`}>
                <p>{t`Events, messages and changes for this guest appear here.`}</p>
              </Empty>
            )
          }
          const days = byDay(entries.filter(filterOf(filter)), Date.now(), zone)
          return (
            <>
              {days.length === 0 && (
                <p className={styles.none}>{t`Nothing of this kind in what is loaded.`}</p>
              )}
              {days.map(({ day, entries: of }) => (
                <section key={day} className={styles.day} aria-label={day}>
                  <h3>{day}</h3>
                  <ol className={styles.entries}>
                    {of.map((entry, place) => (
                      <Entry key={`${entry.at} ${place}`} entry={entry} />
                    ))}
                  </ol>
                </section>
              ))}
              <LoadMore query={timeline} />
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

const icons: Readonly<Record<TimelineEntry['kind'], IconName>> = {
  event: 'flash',
  run: 'flow',
  step: 'arrow',
  message: 'mail',
  click: 'link',
  points: 'star',
  consent: 'done',
  edit: 'person',
  merge: 'people',
  task: 'task',
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const [open, setOpen] = useState(false)
  const hasMessage = entry.kind === 'message' && entry.run_id !== null
  return (
    <li data-kind={entry.kind}>
      <Icon name={icons[entry.kind]} />
      <span>
        {entry.sentence} <Origin entry={entry} />
        {hasMessage && (
          <button type="button" className={styles.show} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t`Hide message` : t`Show message`}
          </button>
        )}
      </span>
      <Time at={entry.at} serial={entry.serial} />
      {open && (
        <div className={styles.message}>
          <Suspense fallback={null}>
            <MessageInPlace entry={entry} />
          </Suspense>
        </div>
      )}
    </li>
  )
}

/** Where to read more about it. */
function Origin({ entry: { run_id, event_id } }: { entry: TimelineEntry }) {
  if (run_id !== null) return <Link to={`/runs/${run_id}`}>{t`Run`}</Link>
  return event_id === null ? null : <Link to={`/events/${event_id}`}>{t`Event`}</Link>
}
