import { type ReactNode, useState } from 'react'
import type { Answer } from '../../api/answer.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Form } from '../form/Form.tsx'
import { TextField } from '../form/TextField.tsx'
import { Dialog } from './Dialog.tsx'

export interface ConfirmDialogProps<T> {
  title: string
  /** What will happen, and to whom. */
  children: ReactNode
  action: string
  /** Whether something ends or is lost by it, as by most that is asked about. */
  danger?: boolean
  /** What must be typed to confirm, where there is no undo. */
  typed?: { label: string; text: string }
  send(): Promise<Answer<T>>
  onDone(value: T): void
  onClose(): void
}

export function ConfirmDialog<T>(props: ConfirmDialogProps<T>) {
  const { title, children, action, danger = true, typed, send, onDone, onClose } = props
  const [given, setGiven] = useState('')
  const submission = useSubmit(send, onDone)
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <Form
        submission={submission}
        action={action}
        danger={danger}
        disabled={typed !== undefined && given.trim() !== typed.text.trim()}
        onCancel={onClose}
      >
        {typed && (
          <TextField
            label={typed.label}
            name="name"
            value={given}
            onChange={setGiven}
            failure={submission.failure}
          />
        )}
      </Form>
    </Dialog>
  )
}
