import type { UnroutedSource } from '@millrace/contract/dashboard/events'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { paceOf } from '../../api/behind.ts'
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
import { WhatIsThis } from '../../features/help/WhatIsThis.tsx'
import { eventsPath } from '../../features/source/source-path.ts'
import { rich, t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { ReplayDialog } from './ReplayDialog.tsx'
import { Replays } from './Replays.tsx'
import { counted } from './replay-words.ts'

const FRESH_MS = 10_000

/** Unmatched events, and their replay once a workflow was built or fixed. */
export function UnmatchedPage() {
  const { role, serials } = useSignedIn()
  const [replaying, setReplaying] = useState<UnroutedSource>()
  const pace = usePace(FRESH_MS)
  const inbox = useQuery({
    queryKey: ['unrouted'],
    queryFn: ({ signal }) => asked(readUnrouted(signal)),
    refetchInterval: ({ state }) => (state.error ? false : paceOf(state.data, pace)),
  })
  const mayReplay = role !== 'viewer' && serials === null
  const columns = columnsFor(setReplaying)
  return (
    <>
      <PageHead
        title={t`Unmatched events`}
        trail={[{ label: t`Events`, path: '/events' }]}
        about={rich`Events that matched no workflow are stored. Create or fix a workflow, then replay these events. ${<WhatIsThis topic="marketers#unmatched-events">{t`How replay works`}</WhatIsThis>}`}
      />
      <Replays />
      <Loaded query={inbox}>
        {({ data, more, since }) =>
          data.length === 0 ? (
            <Empty title={t`All events matched`}>
              <p>
                {rich`Since ${<Time at={since} />}. Events that match no workflow appear here, ready to be replayed.`}
              </p>
              <LinkButton quiet to="/events">
                {t`All events`}
              </LinkButton>
            </Empty>
          ) : (
            <>
              <Table
                label={t`Unmatched events`}
                columns={mayReplay ? columns : columns.slice(0, -1)}
                rows={data}
                keyOf={group => `${group.source} ${group.workflow_id}`}
              />
              {more && <p>{t`Only the newest 50,000 events are counted.`}</p>}
            </>
          )
        }
      </Loaded>
      {replaying && (
        <ReplayDialog
          source={replaying.source}
          firstAt={replaying.first_at}
          onClose={() => setReplaying(undefined)}
        />
      )}
    </>
  )
}

const columnsFor = (replay: (group: UnroutedSource) => void): Column<UnroutedSource>[] => [
  {
    name: t`Source`,
    long: true,
    cell: ({ source }) => (
      <Link to={eventsPath(source, { status: 'unrouted' })}>{source ?? t`No source`}</Link>
    ),
  },
  {
    name: t`Events`,
    cell: ({ events, guests, pushed }) => (
      <>
        {t`${counted(events, 'event')} from ${counted(guests, 'guest')}`}{' '}
        {pushed > 0 && (
          <Badge tone="good">{pushed === events ? t`all replayed` : t`${pushed} replayed`}</Badge>
        )}
      </>
    ),
  },
  { name: t`First`, cell: group => <Time at={group.first_at} /> },
  { name: t`Last`, cell: group => <Time at={group.last_at} /> },
  {
    name: t`Matching workflow`,
    long: true,
    cell: ({ source, workflow_id, workflow_name }) =>
      workflow_id === null ? (
        source === null ? (
          t`Workflows without a source`
        ) : (
          <Link to="/workflows">{t`Create workflow`}</Link>
        )
      ) : (
        <Link to={`/workflows/${workflow_id}`}>{workflow_name}</Link>
      ),
  },
  {
    name: t`Actions`,
    silent: true,
    end: true,
    cell: group =>
      (group.source !== null && group.workflow_id === null) || group.pushed === group.events ? null : (
        <RowActions
          of={group.source ?? t`events without a source`}
          actions={[{ name: t`Replay…`, act: () => replay(group) }]}
        />
      ),
  },
]
