import type { PieceKind } from '@millrace/contract/dashboard/pieces'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { PieceNameField } from '../../features/email/PieceNameField.tsx'
import { createPiece, piecesKey } from '../../features/email/piece-calls.ts'
import { t } from '../../language/words.ts'
import { kindInWords } from './piece-words.ts'

const kinds = (['blocks', 'email'] as const).map(value => ({ value, label: kindInWords[value] }))

export function NewPieceDialog({ onClose }: { onClose(): void }) {
  const [name, setName] = useState('')
  const [kind, setKind] = useState<PieceKind>('blocks')
  const [, navigate] = useLocation()
  const changed = useChanged([piecesKey])
  // Something to begin with: a piece is never empty.
  const content = {
    ...(kind === 'email' && { subject: t`Hello` }),
    blocks: [{ type: 'text', text: t`Replace this text.` }],
  }
  const created = useSubmit(
    () => createPiece({ name, kind, content }),
    answer => {
      changed(answer)
      navigate(`/pieces/${answer.piece.key}`)
    },
  )
  return (
    <Dialog title={t`New piece`} onClose={onClose}>
      <Form submission={created} action={t`Create piece`} onCancel={onClose}>
        <PieceNameField value={name} onChange={setName} failure={created.failure} />
        <SelectField<PieceKind>
          label={t`Kind`}
          name="kind"
          value={kind}
          choices={kinds}
          note={
            kind === 'blocks'
              ? t`Put among the blocks of any e-mail.`
              : t`With a subject: the whole e-mail of a step.`
          }
          onChange={setKind}
        />
      </Form>
    </Dialog>
  )
}
