import type { Piece } from '@millrace/contract/dashboard/pieces'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { changePiece, pieceKey, piecesKey } from '../../features/email/piece-calls.ts'
import { t } from '../../language/words.ts'

export function RenamePieceDialog({ piece, onClose }: { piece: Piece; onClose(): void }) {
  const [name, setName] = useState(piece.name)
  const changed = useChanged([piecesKey, pieceKey(piece.key)], onClose)
  const renamed = useSubmit(() => changePiece(piece.key, { name }), changed)
  return (
    <Dialog title={t`Rename ${piece.name}`} onClose={onClose}>
      <Form submission={renamed} action={t`Rename`} onCancel={onClose}>
        <TextField
          required
          label={t`Name`}
          name="name"
          maxLength={100}
          note={t`Workflow files still call it ${piece.key}.`}
          value={name}
          onChange={setName}
          failure={renamed.failure}
        />
      </Form>
    </Dialog>
  )
}
