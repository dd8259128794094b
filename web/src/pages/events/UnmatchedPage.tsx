import type { UnroutedSource } from '@millrace/contract/dashboard/events'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { usePace } from '../../api/live-state.ts'
import { readUnrouted } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { Badge } from '../../components/Badge.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { RowActions } from '../../components/list/RowActions.tsx'
import { type Column, Table } from '../../components/list/Table.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Time } from '../../components/time/Time.tsx'
import { eventsPath } from '../../features/source/source-path.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { ReplayDialog } from './ReplayDialog.tsx'
import { Replays } from './Replays.tsx'
import { counted } from './replay-words.ts'

const FRESH_MS = 10_000

/** Unmatched events, and their replay once a workflow was built or fixed. */
export function UnmatchedPage() {
  const { role, serials } = useSignedIn()
  const [pushing, setPushing] = useState<UnroutedSource>()
  const pace = usePace(FRESH_MS)
  const inbox = useQuery({
    queryKey: ['unrouted'],
    queryFn: ({ signal }) => asked(readUnrouted(signal)),
    refetchInterval: ({ state }) => (state.error ? false : pace),
  })
  const mayPush = role !== 'viewer' && serials === null
  const columns = columnsFor(setPushing)
  return (
    <>
      <PageHead
        title="Started nothing"
        trail={[{ label: 'Events', path: '/events' }]}
        about="Nothing that was reported is lost. Build or mend a workflow, and push through it what came before."
      />
      <Replays />
      <Loaded query={inbox}>
        {({ data, more, since }) =>
          data.length === 0 ? (
            <Empty title="Every event started something">
              <p>
                At least since <Time at={since} />. When one comes that no workflow takes, it shows up here.
              </p>
              <LinkButton quiet to="/events">
                All events
              </LinkButton>
            </Empty>
          ) : (
            <>
              <Table
                label="Events that started nothing"
                columns={mayPush ? columns : columns.slice(0, -1)}
                rows={data}
                keyOf={group => `${group.source} ${group.workflow_id}`}
              />
              {more && <p>There are more; these are the newest fifty thousand.</p>}
            </>
          )
        }
      </Loaded>
      {pushing && (
        <ReplayDialog
          source={pushing.source}
          firstAt={pushing.first_at}
          onClose={() => setPushing(undefined)}
        />
      )}
    </>
  )
}

const columnsFor = (push: (group: UnroutedSource) => void): Column<UnroutedSource>[] => [
  {
    name: 'Source',
    long: true,
    cell: ({ source }) => <Link to={eventsPath(source, { status: 'unrouted' })}>{source ?? 'none'}</Link>,
  },
  {
    name: 'How many',
    cell: ({ events, guests, pushed }) => (
      <>
        {`${counted(events, 'event')} of ${counted(guests, 'guest')}`}{' '}
        {pushed > 0 && <Badge tone="good">{pushed === events ? 'all pushed' : `${pushed} pushed`}</Badge>}
      </>
    ),
  },
  { name: 'Since', cell: group => <Time at={group.first_at} /> },
  { name: 'Last', cell: group => <Time at={group.last_at} /> },
  {
    name: 'Who takes it now',
    long: true,
    cell: ({ source, workflow_id, workflow_name }) =>
      workflow_id === null ? (
        source === null ? (
          'workflows that name no source'
        ) : (
          <Link to="/workflows">no workflow: build one</Link>
        )
      ) : (
        <Link to={`/workflows/${workflow_id}`}>{workflow_name}</Link>
      ),
  },
  {
    name: 'What to do',
    silent: true,
    end: true,
    cell: group =>
      (group.source !== null && group.workflow_id === null) || group.pushed === group.events ? null : (
        <RowActions
          of={group.source ?? 'events without a source'}
          actions={[{ name: 'Push them …', act: () => push(group) }]}
        />
      ),
  },
]
