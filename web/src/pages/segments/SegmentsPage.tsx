import type { Segment } from '@millrace/contract/segment'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { LinkButton } from '../../components/LinkButton.tsx'
import { CsvButton } from '../../components/list/CsvButton.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { onePage } from '../../components/list/read-all.ts'
import { type Column, Table } from '../../components/list/Table.tsx'
import { useSort } from '../../components/list/use-sort.ts'
import { MoreActions } from '../../components/MoreActions.tsx'
import { Note } from '../../components/Note.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { WhatIsThis } from '../../features/help/WhatIsThis.tsx'
import { useSegments } from '../../features/segment/use-segments.ts'
import { number, upperFirst } from '../../language/format.ts'
import { rich, t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { membersInWords } from './segment-words.ts'

const columns: Column<Segment>[] = [
  {
    name: t`Name`,
    sort: 'name',
    order: ({ name }) => name,
    long: true,
    cell: ({ id, name }) => <Link to={`/segments/${id}`}>{name}</Link>,
    text: ({ name }) => name,
  },
  {
    name: t`Guests`,
    sort: 'guests',
    down: true,
    order: ({ members }) => members,
    cell: membersInWords,
    text: ({ members }) => members,
  },
  {
    name: t`Condition`,
    long: true,
    cell: ({ sentence }) => upperFirst(sentence),
    text: ({ sentence }) => sentence,
  },
  {
    name: t`Used by`,
    cell: ({ used_by }) => (used_by.length === 0 ? t`Not used yet` : number(used_by.length)),
    text: ({ used_by }) => used_by.map(({ name }) => name).join(', '),
  },
]

export function SegmentsPage() {
  const { role, serials } = useSignedIn()
  const segments = useSegments()
  const add = role !== 'viewer' && serials === null && (
    <LinkButton to="/segments/new">{t`New segment`}</LinkButton>
  )
  return (
    <>
      <PageHead
        title={t`Segments`}
        about={rich`Groups of guests that share a condition. Guests enter and leave automatically. ${<WhatIsThis topic="marketers#segments">{t`How segments work`}</WhatIsThis>}`}
        menu={
          serials === null &&
          segments.data !== undefined &&
          segments.data.length > 0 && (
            <MoreActions small>
              <CsvButton file={{ name: 'segments' }} columns={columns} askPage={onePage(segments.data)} />
            </MoreActions>
          )
        }
      >
        {add}
      </PageHead>
      {serials === null ? (
        <Segments segments={segments} add={add} />
      ) : (
        <Note tone="warn">{t`Segments are about guests of every venue. Ask someone who sees all of them.`}</Note>
      )}
    </>
  )
}

function Segments({ segments, add }: { segments: ReturnType<typeof useSegments>; add: ReactNode }) {
  const sorting = useSort('')
  return (
    <Loaded query={segments}>
      {rows =>
        rows.length === 0 ? (
          <Empty title={t`No segments yet`}>
            <p>{t`Describe a group of guests, such as regulars of the last 60 days, and use it in workflows.`}</p>
            {add}
          </Empty>
        ) : (
          <Table label={t`Segments`} columns={columns} rows={rows} keyOf={({ id }) => id} sorting={sorting} />
        )
      }
    </Loaded>
  )
}
