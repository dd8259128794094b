import type { Home } from '@millrace/contract/dashboard/home'
import { useQuery } from '@tanstack/react-query'
import { paceOf } from '../../api/behind.ts'
import { usePace } from '../../api/live-state.ts'
import { readHome } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { useFilter } from '../../api/use-filter.ts'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { t } from '../../language/words.ts'
import { useIsOwner, useSignedIn } from '../../session/use-session.ts'
import { Attention } from './Attention.tsx'
import { Changes } from './Changes.tsx'
import { Checklist, type ChecklistStep } from './Checklist.tsx'
import { Figures, rangeOf } from './Figures.tsx'
import { Health } from './Health.tsx'

const FRESH_MS = 10_000

export function HomePage() {
  const { organisation } = useSignedIn()
  const isOwner = useIsOwner()
  const { filter, setFilter } = useFilter(['range'])
  const range = rangeOf(filter.range)
  const pace = usePace(FRESH_MS)
  const home = useQuery({
    queryKey: ['home', range],
    queryFn: ({ signal }) => asked(readHome(range, signal)),
    refetchInterval: ({ state }) => (state.error ? false : paceOf(state.data, pace)),
  })
  return (
    <>
      <PageHead title={organisation.name} about={t`What needs attention, and what your workflows did.`} />
      <Loaded query={home} figures>
        {data => (
          <>
            {!data.checklist.done && <Checklist steps={stepsOf(data.checklist, isOwner)} />}
            {(data.checklist.done || data.attention.length > 0) && <Attention attention={data.attention} />}
            {data.checklist.done && <Health health={data.health} />}
            {(data.checklist.done || filter.range !== '' || hasActivity(data.totals)) && (
              <Figures home={data} range={range} onRange={chosen => setFilter({ range: chosen })} />
            )}
            {data.changes.length > 0 && <Changes changes={data.changes} />}
          </>
        )}
      </Loaded>
    </>
  )
}

/** Where nothing has happened yet, what to do next says more than a chart of zeros. */
const hasActivity = ({ events, runs }: Home['totals']) =>
  [...Object.values(events), ...Object.values(runs)].some(count => count > 0)

function stepsOf(checklist: Home['checklist'], isOwner: boolean): ChecklistStep[] {
  const { venue_added, guest_added, workflow_published, system_connected, event_received, run_finished } =
    checklist
  return [
    {
      title: t`Add your venues`,
      done: venue_added,
      about: (
        <>
          <p>{t`Each with its time zone and opening hours, so that messages go out at the right time.`}</p>
          <LinkButton quiet to="/venues">
            {t`Add venues`}
          </LinkButton>
        </>
      ),
    },
    {
      title: t`Add guests`,
      done: guest_added,
      about: (
        <>
          <p>{t`By hand, through the API, or by a connection that creates a guest for each new customer.`}</p>
          <LinkButton quiet to="/guests">
            {t`Add guests`}
          </LinkButton>
        </>
      ),
    },
    {
      title: t`Publish a workflow`,
      done: workflow_published,
      about: (
        <>
          <p>{t`What happens to a guest after a visit, a booking or another event. Start from a template.`}</p>
          <LinkButton quiet to="/workflows">
            {t`Create a workflow`}
          </LinkButton>
        </>
      ),
    },
    {
      title: t`Connect a system`,
      done: system_connected,
      about: (
        <>
          <p>
            {t`Connect your till or booking system without code. Your own systems send events with a key: you get the commands for the first one with it.`}
          </p>
          {isOwner ? (
            <>
              <LinkButton to="/marketplace/connections/new">{t`Add connection`}</LinkButton>{' '}
              <LinkButton quiet to="/marketplace/api-keys/new">{t`Create New API Key`}</LinkButton>
            </>
          ) : (
            <p>{t`Ask an owner of your organisation to do it.`}</p>
          )}
        </>
      ),
    },
    {
      title: t`Send an event`,
      done: event_received,
      about: (
        <>
          <p>
            {t`For example when a guest has paid, booked or arrived. Millrace starts the workflows that match it.`}
          </p>
          <LinkButton quiet to="/events">
            {t`View events`}
          </LinkButton>
        </>
      ),
    },
    {
      title: t`See the run`,
      done: run_finished,
      about: (
        <>
          <p>{t`What a workflow did for the guest, step by step, with the reason for each.`}</p>
          <LinkButton quiet to="/runs">
            {t`View runs`}
          </LinkButton>
        </>
      ),
    },
  ]
}
