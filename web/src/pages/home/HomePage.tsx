import type { Home } from '@millrace/contract/dashboard/home'
import { useQuery } from '@tanstack/react-query'
import { usePace } from '../../api/live-state.ts'
import { readHome } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { useFilter } from '../../api/use-filter.ts'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { useIsOwner, useSignedIn } from '../../session/use-session.ts'
import { Attention } from './Attention.tsx'
import { Checklist, type ChecklistStep } from './Checklist.tsx'
import { Figures } from './Figures.tsx'

const FRESH_MS = 10_000

export function HomePage() {
  const { organisation, member } = useSignedIn()
  const isOwner = useIsOwner()
  const { filter, setFilter } = useFilter(['range'])
  const range = filter.range || '24h'
  const pace = usePace(FRESH_MS)
  const home = useQuery({
    queryKey: ['home', range],
    queryFn: ({ signal }) => asked(readHome(range, signal)),
    refetchInterval: ({ state }) => (state.error ? false : pace),
  })
  return (
    <>
      <PageHead title={organisation.name} about={`Good to see you, ${member.name}.`} />
      <Loaded query={home}>
        {data => (
          <>
            {!data.checklist.done && <Checklist steps={stepsOf(data.checklist, isOwner)} />}
            <Attention attention={data.attention} />
            {data.series.length > 0 && (
              <Figures home={data} range={range} onRange={chosen => setFilter({ range: chosen })} />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

function stepsOf(
  { key_created, event_received, run_finished }: Home['checklist'],
  isOwner: boolean,
): ChecklistStep[] {
  return [
    {
      title: 'Create a key',
      done: key_created,
      about: (
        <>
          <p>Your systems send events with it. You get the commands for the first one along with the key.</p>
          {isOwner ? (
            <LinkButton to="/marketplace/api-keys/new">Create New API Key</LinkButton>
          ) : (
            <p>An owner of your organisation can create it.</p>
          )}
        </>
      ),
    },
    {
      title: 'Send an event',
      done: event_received,
      about: (
        <>
          <p>A guest has paid, booked or arrived, and Millrace decides which workflows take it.</p>
          <LinkButton quiet to="/events">
            Watch the events
          </LinkButton>
        </>
      ),
    },
    {
      title: 'Watch the run',
      done: run_finished,
      about: (
        <>
          <p>What a workflow does for the guest, step by step, with the reason for each.</p>
          <LinkButton quiet to="/runs">
            Watch the runs
          </LinkButton>
        </>
      ),
    },
  ]
}
