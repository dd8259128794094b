import type { ReactNode } from 'react'
import type { Submission } from '../../api/use-submit.ts'
import { Button } from '../Button.tsx'
import { FailureNote } from '../FailureNote.tsx'
import styles from './Form.module.css'

export interface FormProps {
  submission: Submission
  /** What its button says. */
  action: string
  danger?: boolean
  disabled?: boolean
  /** Leaves it as it was. */
  onCancel?(): void
  /** Other things to do, beside the button. */
  aside?: ReactNode
  children?: ReactNode
}

export function Form(props: FormProps) {
  const { submission, action, danger = false, disabled = false, onCancel, aside, children } = props
  const { busy, failure, submit } = submission
  return (
    <form className={styles.form} onSubmit={submit}>
      {children}
      <FailureNote failure={failure} />
      <div className={styles.actions}>
        <Button type="submit" busy={busy} danger={danger} disabled={disabled}>
          {action}
        </Button>
        {onCancel && (
          <Button quiet onClick={onCancel}>
            Cancel
          </Button>
        )}
        {aside}
      </div>
    </form>
  )
}
