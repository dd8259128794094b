import type { VenueActivity } from '@millrace/contract/dashboard/venues'
import type { ManagedVenue } from '@millrace/contract/venue'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { asked } from '../../api/queries.ts'
import { TimeChart } from '../../components/chart/TimeChart.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { roleNames } from '../../features/member/access.ts'
import { sourcePath } from '../../features/source/source-path.ts'
import { money, number } from '../../language/format.ts'
import { plural, t } from '../../language/words.ts'
import styles from './ActivityPanel.module.css'
import { readVenueActivity } from './venue-calls.ts'

/** What happened here in four weeks, what is to do, and who looks after it. */
export function ActivityPanel({ venue }: { venue: ManagedVenue }) {
  const activity = useQuery({
    queryKey: ['venue', venue.serial, 'activity'],
    queryFn: ({ signal }) => asked(readVenueActivity(venue.serial, signal)),
  })
  return (
    <Loaded query={activity} figures>
      {data => (
        <>
          <Panel title={t`Last 28 days`}>
            <DescriptionList entries={resultsOf(data, venue.serial)} />
            {data.days.some(({ events }) => events > 0) && (
              <TimeChart
                label={t`Events per day`}
                names={{ all: t`Events` }}
                bucket="day"
                zone={venue.time_zone}
                bars={data.days.map(({ from, events }) => ({ from, all: events, bad: 0 }))}
              />
            )}
            <Sources of={data} serial={venue.serial} />
          </Panel>
          <People of={data} />
        </>
      )}
    </Loaded>
  )
}

function resultsOf({ days, visits, open_tasks, overdue_tasks }: VenueActivity, serial: string) {
  const sum = (part: 'events' | 'runs' | 'success') => days.reduce((all, day) => all + day[part], 0)
  const [runs, success] = [sum('runs'), sum('success')]
  const share = runs === 0 ? '' : ` (${number(success / runs, { style: 'percent' })})`
  const at = new URLSearchParams({ serial })
  return [
    // Where no source is declared to be visits, there is nothing to say about them.
    ...(visits === null || (visits.count === 0 && visits.spend.length === 0)
      ? []
      : ([
          [t`Visits`, number(visits.count)],
          [
            t`Spend`,
            visits.spend.map(({ amount, currency }) => money(amount, currency)).join(', ') || t`not known`,
          ],
        ] as const)),
    [
      t`Events`,
      <Link key="events" to={`/events?${at}`}>
        {number(sum('events'))}
      </Link>,
    ],
    [t`Runs started`, number(runs)],
    [t`Succeeded`, `${number(success)}${share}`],
    [
      t`Open tasks`,
      <Link key="tasks" to={`/tasks?${at}`}>
        {overdue_tasks > 0 ? t`${number(open_tasks)}, ${number(overdue_tasks)} overdue` : number(open_tasks)}
      </Link>,
    ],
  ] as const
}

function Sources({ of: { sources }, serial }: { of: VenueActivity; serial: string }) {
  if (sources.length === 0)
    return <p>{t`No sources yet. They appear here shortly after their first event.`}</p>
  return (
    <ul className={styles.sources} aria-label={t`Sources`}>
      {sources.map(({ source, last_seen_at }) => (
        <li key={source}>
          <Link to={sourcePath(source || null)}>{source || t`no source`}</Link>{' '}
          <Time at={last_seen_at} serial={serial} />
        </li>
      ))}
    </ul>
  )
}

const People = ({ of: { members, members_of_all } }: { of: VenueActivity }) => (
  <Panel title={t`People`}>
    {members.length > 0 && (
      <ul className={styles.people}>
        {members.map(({ id, name, email, role }) => (
          <li key={id}>
            <strong>{name}</strong> <span>{email}</span> <span>{roleNames[role]}</span>
          </li>
        ))}
      </ul>
    )}
    <p>
      {members.length === 0 && t`No member is limited to this venue.`}{' '}
      {plural(members_of_all, '# member sees all venues.', '# members see all venues.')}{' '}
      <Link to="/settings/members">{t`All members`}</Link>
    </p>
  </Panel>
)
