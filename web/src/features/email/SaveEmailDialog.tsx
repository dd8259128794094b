import type { PieceContent } from '@millrace/contract/dashboard/pieces'
import type { EmailBlock } from '@millrace/contract/email-blocks'
import { useState } from 'react'
import { gone } from '../../api/answer.ts'
import { failureOf } from '../../api/queries.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { t } from '../../language/words.ts'
import { ContentFaults } from './ContentFaults.tsx'
import { PieceNameField } from './PieceNameField.tsx'
import { createPiece, givenContent, piecesKey, writtenOut } from './piece-calls.ts'

export interface SaveEmailDialogProps {
  email: Omit<PieceContent, 'blocks'> & { readonly blocks: readonly EmailBlock[] }
  onSaved(key: string): void
  onClose(): void
}

/** Saves a whole e-mail under a name. */
export function SaveEmailDialog({ email, onSaved, onClose }: SaveEmailDialogProps) {
  const [name, setName] = useState('')
  const changed = useChanged([piecesKey])
  const saved = useSubmit(
    () => save(name, email),
    answer => {
      changed(answer)
      onSaved(answer.piece.key)
      onClose()
    },
  )
  return (
    <Dialog title={t`Save e-mail for reuse`} onClose={onClose}>
      <p>
        {t`Subject, preview text and blocks get a name and can be used in any workflow. A later change of the saved e-mail shows in every step that uses it.`}
        {email.blocks.some(({ type }) => type === 'piece') && t` Saved pieces in it are copied into it.`}
      </p>
      <Form submission={saved} action={t`Save e-mail`} onCancel={onClose}>
        <PieceNameField value={name} onChange={setName} failure={saved.failure} />
        <ContentFaults failure={saved.failure} />
      </Form>
    </Dialog>
  )
}

async function save(name: string, { blocks, ...rest }: SaveEmailDialogProps['email']) {
  try {
    const content = givenContent({ ...rest, blocks: await writtenOut(blocks) })
    return await createPiece({ name, kind: 'email', content })
  } catch (error) {
    return { ok: false, failure: failureOf(error as Error) ?? gone } as const
  }
}
