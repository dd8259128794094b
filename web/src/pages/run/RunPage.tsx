import type { RunInspection } from '@millrace/contract/dashboard/runs'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { usePace } from '../../api/live-state.ts'
import { inspectRun } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { Badge } from '../../components/Badge.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { Loading } from '../../components/Loading.tsx'
import { Absent } from '../../components/list/Absent.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useView } from '../../components/use-view.ts'
import { ViewTabs } from '../../components/ViewTabs.tsx'
import { isFinished, runStatusInWords, toneOf } from '../../features/run/run-status.ts'
import { VenueNames } from '../../features/venue/VenueNames.tsx'
import { t } from '../../language/words.ts'
import { RunActions } from './RunActions.tsx'
import styles from './RunPage.module.css'
import { Steps } from './Steps.tsx'

/** The canvas is as large as all the rest. */
const RunCanvas = lazy(() => import('./RunCanvas.tsx'))

const views = [
  { name: 'steps', label: t`Step by step` },
  { name: 'canvas', label: t`On the canvas` },
] as const

const LIVE_MS = 1_500
/** Live updates cover the newest runs only; this may be an older one. */
const OLD_MS = 5_000
const trail = [{ label: t`Runs`, path: '/runs' }]

/** What happened in one run, and why. It updates while the run continues. */
export function RunPage({ id }: { id: string }) {
  const pace = usePace(LIVE_MS) || OLD_MS
  const inspection = useQuery({
    queryKey: ['run', id],
    queryFn: ({ signal }) => asked(inspectRun(id, signal)),
    refetchInterval: ({ state: { data, error } }) => (error || (data && isFinished(data.run)) ? false : pace),
  })
  const view = useView(views)
  const { data } = inspection
  return (
    <>
      <PageHead title={data ? t`${nameOf(data)} in ${data.run.workflow_name}` : t`Run`} trail={trail}>
        {data && <RunActions run={data.run} />}
      </PageHead>
      <Loaded
        query={inspection}
        absent={
          <Absent title={t`Run not found`} all={t`All runs`} list="/runs">
            {t`It may belong to another organisation, or it was deleted because of its age.`}
          </Absent>
        }
      >
        {shown => (
          <>
            <Panel>
              <DescriptionList entries={entriesOf(shown)} />
            </Panel>
            <div className={styles.views}>
              <ViewTabs label={t`Views of the run`} views={views} current={view} />
            </div>
            {view === 'steps' ? (
              <Steps inspection={shown} />
            ) : (
              <Suspense fallback={<Loading />}>
                <RunCanvas inspection={shown} />
              </Suspense>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

const nameOf = ({ guest, run }: RunInspection) => guest?.name ?? run.guest_name ?? t`A guest`

/** A run takes place at the first venue of what it began with. */
const venueOf = ({ serials }: RunInspection['input']): string | undefined =>
  Array.isArray(serials) && typeof serials[0] === 'string' ? serials[0] : undefined

const sourceOf = ({ source }: RunInspection['input']): string =>
  typeof source === 'string' ? t`Event from ${source}` : t`An event`

const triggers: Readonly<Record<string, string>> = {
  api: t`An API call`,
  dashboard: t`A member`,
  replay: t`A replay`,
  date: t`A date`,
  absence: t`An absence`,
  segment: t`A segment`,
  broadcast: t`A broadcast`,
  workflow: t`Another workflow`,
}
const triggerInWords = (trigger: string): string => triggers[trigger] ?? trigger

/** What started a run that no event started. */
function startInWords(trigger: string, { parameters }: RunInspection['input']): string {
  if (typeof parameters !== 'object' || parameters === null) return triggerInWords(trigger)
  const { attribute, fact, occasion, days, segment, left_at } = parameters as Record<string, unknown>
  if (trigger === 'segment' && segment !== undefined)
    return left_at === undefined
      ? t`Entering the segment ${String(segment)}`
      : t`Leaving the segment ${String(segment)}`
  if (trigger === 'broadcast' && segment !== undefined)
    return t`A broadcast to the segment ${String(segment)}`
  const date = attribute ?? (typeof fact === 'string' ? fact.replace('_', ' ') : undefined)
  if (trigger === 'date' && date !== undefined) return t`A date: ${String(date)} on ${String(occasion)}`
  return trigger === 'absence' && days !== undefined
    ? t`An absence of ${String(days)} days`
    : triggerInWords(trigger)
}

function entriesOf({ run, guest, input }: RunInspection) {
  const serial = venueOf(input)
  const reason = run.outcome_reason ?? (run.error && String(run.error.message ?? run.error.code ?? ''))
  return [
    [
      t`Status`,
      <span key="status">
        <Badge tone={toneOf(run)}>{runStatusInWords(run)}</Badge> {reason}
      </span>,
    ],
    [
      t`Guest`,
      guest ? (
        <Link key="guest" to={`/guests/${guest.id}`}>
          {guest.name ?? guest.email ?? guest.id}
        </Link>
      ) : (
        t`Deleted`
      ),
    ],
    [
      t`Workflow`,
      <Link key="workflow" to={`/workflows/${run.workflow_id}`}>
        {t`${run.workflow_name}, version\u00a0${run.workflow_version}`}
      </Link>,
    ],
    ...(serial === undefined ? [] : [[t`Venue`, <VenueNames key="venue" serials={[serial]} />] as const]),
    ...(input.test === true ? [[t`Test`, t`Started with a test key: it sends nothing`] as const] : []),
    [
      t`Triggered by`,
      run.event_id ? (
        <Link key="event" to={`/events/${run.event_id}`}>
          {sourceOf(input)}
        </Link>
      ) : (
        startInWords(run.trigger, input)
      ),
    ],
    [t`Started`, <Time key="began" at={run.created_at} serial={serial} />],
    ...(run.resumes_at ? [[t`Resumes`, <Time key="on" at={run.resumes_at} serial={serial} />] as const] : []),
    ...(run.finished_at
      ? [[t`Finished`, <Time key="ended" at={run.finished_at} serial={serial} />] as const]
      : []),
  ] as const
}
