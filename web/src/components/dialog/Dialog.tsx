import { type ReactNode, useEffect, useId, useRef } from 'react'
import { t } from '../../language/words.ts'
import { IconButton } from '../IconButton.tsx'
import styles from './Dialog.module.css'

export interface DialogProps {
  title: string
  onClose(): void
  children: ReactNode
  wide?: boolean
  /** As large as the window, for something that is worked on. */
  full?: boolean
}

/** The element that gets the focus: not the close button, which the browser would choose. */
const firstField = (dialog: HTMLDialogElement | null) =>
  dialog?.querySelector<HTMLElement>(
    'input:not([readonly], [hidden]), select, textarea, [data-body] button, [data-body] a',
  )

/** The browser's dialog keeps the focus inside and closes with Escape. */
export function Dialog({ title, onClose, children, wide = false, full = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()

  useEffect(() => {
    const shown = dialog.current
    const before = document.activeElement
    shown?.showModal()
    firstField(shown)?.focus()
    return () => {
      shown?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      className={full ? styles.full : wide ? styles.wide : styles.dialog}
      aria-labelledby={id}
      onCancel={event => {
        // A file chooser inside fires cancel as well, and the opener decides about closing.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
    >
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" label={t`Close`} onClick={onClose} />
      </header>
      <div className={styles.body} data-body="">
        {children}
      </div>
    </dialog>
  )
}
