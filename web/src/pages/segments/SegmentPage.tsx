import type { Segment, SegmentGuest } from '@millrace/contract/segment'
import { useState } from 'react'
import { Link } from 'wouter'
import { usePages } from '../../api/use-pages.ts'
import { Button } from '../../components/Button.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { Absent } from '../../components/list/Absent.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { PagedTable } from '../../components/list/PagedTable.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { MoreActions } from '../../components/MoreActions.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { upperFirst } from '../../language/format.ts'
import { t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { DeleteSegmentDialog } from './DeleteSegmentDialog.tsx'
import { EditSegment } from './EditSegment.tsx'
import { Growth } from './Growth.tsx'
import { listGuests, segmentKey, useSegment } from './segment-calls.ts'
import { membersInWords } from './segment-words.ts'

export function SegmentPage({ id }: { id: string }) {
  const { role } = useSignedIn()
  const segment = useSegment(id)
  const [doing, setDoing] = useState<'editing' | 'deleting'>()
  const done = () => setDoing(undefined)
  return (
    <>
      <PageHead
        title={segment.data?.name ?? t`Segment`}
        trail={[{ label: t`Segments`, path: '/segments' }]}
        about={segment.data?.description ?? undefined}
      >
        {role !== 'viewer' && segment.data && doing !== 'editing' && (
          <>
            <Button onClick={() => setDoing('editing')}>{t`Edit`}</Button>
            <MoreActions
              small
              actions={[{ name: t`Delete…`, danger: true, act: () => setDoing('deleting') }]}
            />
          </>
        )}
      </PageHead>
      <Loaded
        query={segment}
        absent={
          <Absent title={t`Segment not found`} all={t`All segments`} list="/segments">
            {t`It may belong to another organisation, or have been deleted.`}
          </Absent>
        }
      >
        {data => (
          <>
            {doing === 'editing' ? (
              <EditSegment segment={data} onDone={done} />
            ) : (
              <Panel>
                <DescriptionList entries={entriesOf(data)} />
              </Panel>
            )}
            <Growth segment={data} />
            <Guests segment={data} />
            {doing === 'deleting' && <DeleteSegmentDialog segment={data} onClose={done} />}
          </>
        )}
      </Loaded>
    </>
  )
}

const entriesOf = (segment: Segment) =>
  [
    [t`Condition`, upperFirst(segment.sentence)],
    [t`Guests`, membersInWords(segment)],
    [
      t`Last full count`,
      segment.counted_at === null ? t`Not yet` : <Time key="counted" at={segment.counted_at} />,
    ],
    [
      t`Used by`,
      segment.used_by.length === 0
        ? t`Not used yet`
        : segment.used_by.map(({ type, id, name }) => (
            <div key={id}>
              <Link to={`/${type}s/${id}`}>{name}</Link>
            </div>
          )),
    ],
    [t`Created`, <Time key="created" at={segment.created_at} />],
  ] as const

const columns: Column<SegmentGuest>[] = [
  { name: t`Name`, long: true, cell: ({ id, name }) => <Link to={`/guests/${id}`}>{name ?? id}</Link> },
  { name: 'E-mail', long: true, cell: ({ email }) => email },
  { name: t`Phone`, cell: ({ phone }) => phone },
  { name: t`Entered`, cell: ({ entered_at }) => <Time at={entered_at} /> },
]

const SLOW_MS = 30_000

/** Asked again whenever there are more or fewer of them. */
function Guests({ segment: { id, members } }: { segment: Segment }) {
  const guests = usePages<SegmentGuest>(
    [...segmentKey(id), 'guests', members],
    (cursor, signal) => listGuests(id, cursor, signal),
    SLOW_MS,
  )
  return (
    <Panel title={t`Guests`}>
      <PagedTable
        label={t`Guests in this segment`}
        query={guests}
        columns={columns}
        keyOf={guest => guest.id}
        empty={
          <Empty title={t`No guests yet`}>
            <p>
              {t`Guests appear here within a minute of a change, and within an hour where only time has passed.`}
            </p>
          </Empty>
        }
      />
    </Panel>
  )
}
