import type { ListedPiece } from '@millrace/contract/dashboard/pieces'
import { useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { type Column, Table } from '../../components/list/Table.tsx'
import { useSort } from '../../components/list/use-sort.ts'
import { PageHead } from '../../components/PageHead.tsx'
import { Time } from '../../components/time/Time.tsx'
import { usePieces } from '../../features/email/piece-calls.ts'
import { WhatIsThis } from '../../features/help/WhatIsThis.tsx'
import { rich, t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { NewPieceDialog } from './NewPieceDialog.tsx'
import { kindInWords } from './piece-words.ts'

const columns: Column<ListedPiece>[] = [
  {
    name: t`Name`,
    sort: 'name',
    order: ({ name }) => name,
    long: true,
    cell: ({ key, name }) => <Link to={`/pieces/${key}`}>{name}</Link>,
    text: ({ name }) => name,
  },
  { name: t`Kind`, cell: ({ kind }) => kindInWords[kind], text: ({ kind }) => kindInWords[kind] },
  {
    name: t`Used in`,
    long: true,
    cell: ({ used_in }) =>
      used_in.length === 0 ? t`Not used yet` : used_in.map(({ workflow_name }) => workflow_name).join(', '),
    text: ({ used_in }) => used_in.map(({ workflow_name }) => workflow_name).join(', '),
  },
  { name: t`Version`, cell: ({ version }) => version, text: ({ version }) => version },
  {
    name: t`Changed`,
    sort: 'changed',
    down: true,
    order: ({ changed_at }) => changed_at,
    cell: ({ changed_at }) => <Time at={changed_at} />,
    text: ({ changed_at }) => changed_at,
  },
]

export function PiecesPage() {
  const sorting = useSort('')
  const { role } = useSignedIn()
  const pieces = usePieces()
  const [creating, setCreating] = useState(false)
  const add = role !== 'viewer' && <Button onClick={() => setCreating(true)}>{t`New piece`}</Button>
  return (
    <>
      <PageHead
        title={t`Saved pieces`}
        about={rich`Blocks and whole e-mails that several workflows share. ${<WhatIsThis topic="marketers#saved-pieces">{t`How saved pieces work`}</WhatIsThis>}`}
      >
        {add}
      </PageHead>
      <Loaded query={pieces}>
        {rows =>
          rows.length === 0 ? (
            <Empty title={t`No saved pieces yet`}>
              <p>
                {t`Save blocks such as a footer with opening hours, or a whole e-mail, and use them in every workflow. A change then shows in all of them.`}
              </p>
              {add}
            </Empty>
          ) : (
            <Table
              label={t`Saved pieces`}
              columns={columns}
              rows={rows}
              keyOf={({ key }) => key}
              sorting={sorting}
            />
          )
        }
      </Loaded>
      {creating && <NewPieceDialog onClose={() => setCreating(false)} />}
    </>
  )
}
