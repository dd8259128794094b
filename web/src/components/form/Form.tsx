import type { ReactNode } from 'react'
import type { Submission } from '../../api/use-submit.ts'
import { t } from '../../language/words.ts'
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
  /** For a form over what is stored: its actions stay in sight while it has unsaved changes. */
  unsaved?: { readonly edited: boolean; discard(): void }
  /** Other things to do, beside the button. */
  aside?: ReactNode
  children?: ReactNode
}

export function Form(props: FormProps) {
  const { submission, action, danger = false, disabled = false, onCancel, unsaved, aside, children } = props
  const { busy, failure, submit } = submission
  return (
    <form className={styles.form} onSubmit={submit}>
      {children}
      <FailureNote failure={failure} />
      <div className={styles.actions} data-unsaved={unsaved?.edited || undefined}>
        <Button type="submit" busy={busy} danger={danger} disabled={disabled || unsaved?.edited === false}>
          {action}
        </Button>
        {onCancel && (
          <Button quiet onClick={onCancel}>
            {t`Cancel`}
          </Button>
        )}
        {unsaved?.edited && (
          <>
            <Button
              quiet
              disabled={busy}
              onClick={({ currentTarget }) => {
                // The button goes with the changes, and would take the focus of the keyboard with it.
                currentTarget.form?.querySelector<HTMLElement>('input, select, textarea')?.focus()
                unsaved.discard()
              }}
            >
              {t`Discard changes`}
            </Button>
            <span className={styles.unsaved}>{t`Unsaved changes`}</span>
          </>
        )}
        {aside}
      </div>
    </form>
  )
}
