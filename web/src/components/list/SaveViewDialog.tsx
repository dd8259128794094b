import { useState } from 'react'
import type { Answer } from '../../api/answer.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { t } from '../../language/words.ts'
import { Dialog } from '../dialog/Dialog.tsx'
import { CheckField } from '../form/CheckField.tsx'
import { Form } from '../form/Form.tsx'
import { TextField } from '../form/TextField.tsx'

export interface SaveViewDialogProps<T> {
  title: string
  name?: string
  /** Whether it asks about sharing. */
  mayShare?: boolean
  send(given: { name: string; shared: boolean }): Promise<Answer<T>>
  onDone(value: T): void
  onClose(): void
}

/** The name of a view, and who sees it. */
export function SaveViewDialog<T>(props: SaveViewDialogProps<T>) {
  const { title, mayShare = false, send, onDone, onClose } = props
  const [name, setName] = useState(props.name ?? '')
  const [shared, setShared] = useState(false)
  const submission = useSubmit(() => send({ name, shared }), onDone)
  return (
    <Dialog title={title} onClose={onClose}>
      <Form submission={submission} action={t`Save`} disabled={name.trim() === ''} onCancel={onClose}>
        <TextField
          label={t`Name`}
          name="name"
          maxLength={60}
          value={name}
          failure={submission.failure}
          note={
            props.name === undefined
              ? t`Saves the filters and the columns. A search, or a filter by one guest, is left out.`
              : undefined
          }
          onChange={setName}
        />
        {mayShare && (
          <CheckField
            label={t`Share with everyone in the organisation`}
            value={shared}
            onChange={setShared}
          />
        )}
      </Form>
    </Dialog>
  )
}
