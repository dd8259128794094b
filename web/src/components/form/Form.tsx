import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
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
  /** For a form over what is stored: its actions are there while it has unsaved changes, and stay in sight. */
  unsaved?: { readonly edited: boolean; discard(): void }
  /** Other things to do, beside the button. */
  aside?: ReactNode
  children?: ReactNode
}

const firstField = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('input, select, textarea, button')

export function Form(props: FormProps) {
  const { submission, action, danger = false, disabled = false, onCancel, unsaved, aside, children } = props
  const { busy, failure, submit } = submission
  const isAsStored = unsaved?.edited === false
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The button that saved it has gone, and took the focus of the keyboard with it.
    if (isAsStored && document.activeElement === document.body && form.current?.dataset.sent !== undefined)
      firstField(form.current)?.focus({ preventScroll: true })
  }, [isAsStored])
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    if (isAsStored) return event.preventDefault()
    event.currentTarget.dataset.sent = ''
    return submit(event)
  }
  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit}>
      {children}
      <FailureNote failure={failure} />
      <div className={styles.actions} data-unsaved={unsaved?.edited || undefined}>
        {!isAsStored && (
          <Button type="submit" busy={busy} danger={danger} disabled={disabled}>
            {action}
          </Button>
        )}
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
                firstField(currentTarget.form)?.focus()
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
