import type { EmailBlock, WrittenBlock } from '@millrace/contract/email-blocks'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { CheckField } from '../../components/form/CheckField.tsx'
import { Form } from '../../components/form/Form.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { t } from '../../language/words.ts'
import { blockTypes, gistOfBlock } from './block-types.ts'
import { ContentFaults } from './ContentFaults.tsx'
import { PieceNameField } from './PieceNameField.tsx'
import { createPiece, piecesKey } from './piece-calls.ts'

export interface SavePieceDialogProps {
  blocks: readonly EmailBlock[]
  /** With the saved ones replaced by the piece. */
  onSaved(blocks: EmailBlock[]): void
  onClose(): void
}

/** Saves some of an e-mail's blocks under a name, and leaves a reference to them in the e-mail. */
export function SavePieceDialog({ blocks, onSaved, onClose }: SavePieceDialogProps) {
  const [name, setName] = useState('')
  const [left, setLeft] = useState<readonly number[]>([])
  const changed = useChanged([piecesKey])
  const candidates = [...blocks.entries()].flatMap(([place, block]) =>
    block.type === 'piece' ? [] : [{ place, block }],
  )
  const chosen = candidates.filter(({ place }) => !left.includes(place))
  const saved = useSubmit(
    () =>
      createPiece({
        name,
        kind: 'blocks',
        content: { blocks: chosen.map(({ block }): WrittenBlock => block) },
      }),
    answer => {
      changed(answer)
      const places = chosen.map(({ place }) => place)
      onSaved(
        [...blocks.entries()].flatMap(([place, block]) => {
          if (place === places[0]) return [{ type: 'piece', piece: answer.piece.key }]
          return places.includes(place) ? [] : [block]
        }),
      )
      onClose()
    },
  )
  return (
    <Dialog title={t`Save for reuse`} onClose={onClose}>
      <p>
        {t`The chosen blocks get a name and can be used in any e-mail. A later change of them shows in every e-mail that uses them.`}
      </p>
      <Form submission={saved} action={t`Save for reuse`} disabled={chosen.length === 0} onCancel={onClose}>
        <PieceNameField value={name} onChange={setName} failure={saved.failure} />
        {candidates.map(({ place, block }) => {
          const { name: type } = blockTypes[block.type]
          const gist = gistOfBlock(block).slice(0, 60)
          return (
            <CheckField
              key={place}
              label={gist === '' ? type : `${type}: ${gist}`}
              value={!left.includes(place)}
              onChange={is => setLeft(is ? left.filter(one => one !== place) : [...left, place])}
            />
          )
        })}
        <ContentFaults failure={saved.failure} />
      </Form>
    </Dialog>
  )
}
