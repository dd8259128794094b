import type { Piece } from '@millrace/contract/dashboard/pieces'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Absent } from '../../components/list/Absent.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { MoreActions } from '../../components/MoreActions.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Panel } from '../../components/Panel.tsx'
import { EmailPreview } from '../../features/email/EmailPreview.tsx'
import { usePiece } from '../../features/email/piece-calls.ts'
import { rich, t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { DeletePieceDialog } from './DeletePieceDialog.tsx'
import { EditPiece } from './EditPiece.tsx'
import { PieceHistory } from './PieceHistory.tsx'
import { PieceUses } from './PieceUses.tsx'
import { kindInWords } from './piece-words.ts'
import { RenamePieceDialog } from './RenamePieceDialog.tsx'

export function PiecePage({ piece: key }: { piece: string }) {
  const { role, serials } = useSignedIn()
  const piece = usePiece(key)
  const [doing, setDoing] = useState<'editing' | 'renaming' | 'deleting'>()
  const done = () => setDoing(undefined)
  const mayChange = role !== 'viewer' && serials === null
  return (
    <>
      <PageHead
        title={piece.data?.name ?? t`Saved piece`}
        trail={[{ label: t`Saved pieces`, path: '/pieces' }]}
        about={
          piece.data &&
          rich`${kindInWords[piece.data.kind]}. Workflow files call it ${<code>{piece.data.key}</code>}.`
        }
      >
        {mayChange && piece.data && doing !== 'editing' && (
          <>
            <Button onClick={() => setDoing('editing')}>{t`Edit`}</Button>
            <MoreActions
              small
              actions={[
                { name: t`Rename…`, act: () => setDoing('renaming') },
                { name: t`Delete…`, danger: true, act: () => setDoing('deleting') },
              ]}
            />
          </>
        )}
      </PageHead>
      <Loaded
        query={piece}
        absent={
          <Absent title={t`Saved piece not found`} all={t`All saved pieces`} list="/pieces">
            {t`It may belong to another organisation, or have been deleted.`}
          </Absent>
        }
      >
        {data => (
          <>
            {doing === 'editing' ? (
              <EditPiece key={data.version} piece={data} onDone={done} />
            ) : (
              <Content piece={data} />
            )}
            <Panel title={t`Used in`}>
              <PieceUses piece={data} />
            </Panel>
            <PieceHistory piece={data} mayRestore={mayChange && doing !== 'editing'} />
            {doing === 'renaming' && <RenamePieceDialog piece={data} onClose={done} />}
            {doing === 'deleting' && <DeletePieceDialog piece={data} onClose={done} />}
          </>
        )}
      </Loaded>
    </>
  )
}

function Content({ piece: { content } }: { piece: Piece }) {
  const { subject, preview, blocks } = content
  return (
    <Panel title={t`Content`}>
      {subject !== undefined && <p>{rich`Subject: ${<strong>{subject}</strong>}`}</p>}
      {preview !== undefined && <p>{rich`Preview text: ${preview}`}</p>}
      <EmailPreview blocks={blocks} />
    </Panel>
  )
}
