import type { Piece, PieceContent } from '@millrace/contract/dashboard/pieces'
import { type EmailBlock, isWrittenBlock } from '@millrace/contract/email-blocks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Failure } from '../../api/answer.ts'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Panel } from '../../components/Panel.tsx'
import { BlockEditor } from '../../features/email/BlockEditor.tsx'
import { ContentFaults } from '../../features/email/ContentFaults.tsx'
import { pieceKey, piecesKey } from '../../features/email/piece-calls.ts'
import { TemplateText } from '../../features/email/TemplateText.tsx'
import { t } from '../../language/words.ts'
import { toast } from '../../toasts/toasts.ts'
import styles from './Piece.module.css'
import { SavePieceChange } from './SavePieceChange.tsx'

/** It belongs to no workflow, so it has no variables of one. */
const document = {}

export function EditPiece({ piece, onDone }: { piece: Piece; onDone(): void }) {
  const queries = useQueryClient()
  const [content, setContent] = useState<PieceContent>(piece.content)
  const [failure, setFailure] = useState<Failure>()
  const [saving, setSaving] = useState(false)
  const { subject = '', preview = '', blocks } = content
  const faultsAt = (path: string) =>
    Object.entries(failure?.errors ?? {}).flatMap(([at, messages]) =>
      at === `content.${path}` || at.startsWith(`content.${path}.`) ? messages : [],
    )
  const change = (part: Partial<PieceContent>) => setContent({ ...content, ...part })
  const isChanged = JSON.stringify(content) !== JSON.stringify(piece.content)
  return (
    <Panel title={t`Edit content`}>
      <BlockEditor
        document={document}
        blocks={blocks}
        faultsAt={faultsAt}
        onChange={(next: EmailBlock[]) => change({ blocks: next.filter(isWrittenBlock) })}
        above={
          piece.kind === 'email' && (
            <>
              <TemplateText
                label={t`Subject`}
                kind="line"
                maxLength={500}
                value={subject}
                document={document}
                faults={faultsAt('subject')}
                onChange={text => change({ subject: text })}
              />
              <TemplateText
                label={t`Preview text (optional)`}
                kind="line"
                maxLength={500}
                value={preview}
                document={document}
                faults={faultsAt('preview')}
                onChange={text => setContent(withPreview(content, text))}
              />
            </>
          )
        }
      >
        <FailureNote failure={failure} />
        <ContentFaults failure={failure} />
        <div className={styles.actions}>
          <Button disabled={!isChanged} onClick={() => setSaving(true)}>
            {t`Save…`}
          </Button>
          <Button quiet onClick={onDone}>
            {isChanged ? t`Discard changes` : t`Cancel`}
          </Button>
        </div>
      </BlockEditor>
      {saving && (
        <SavePieceChange
          piece={piece}
          content={content}
          onSaved={({ message, piece: saved }) => {
            queries.setQueryData(pieceKey(piece.key), saved)
            void queries.invalidateQueries({ queryKey: piecesKey })
            void queries.invalidateQueries({ queryKey: [...pieceKey(piece.key), 'versions'] })
            toast(message, 'good')
            onDone()
          }}
          onRefused={refusal => {
            setFailure(refusal)
            setSaving(false)
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </Panel>
  )
}

function withPreview(content: PieceContent, preview: string): PieceContent {
  const { preview: _preview, ...rest } = content
  return preview === '' ? rest : { ...rest, preview }
}
