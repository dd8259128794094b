import { type ReactNode, useEffect } from 'react'
import { t } from '../../language/words.ts'
import { isTextField } from '../form/is-text-field.ts'
import { IconButton } from '../IconButton.tsx'
import { LinkButton } from '../LinkButton.tsx'
import styles from './PeekPanel.module.css'

export interface PeekPanelProps {
  title: string
  /** Its page. */
  to: string
  onClose(): void
  children: ReactNode
}

/** A row beside its list. The list stays as it is, and so does the focus of the keyboard. */
export default function PeekPanel({ title, to, onClose, children }: PeekPanelProps) {
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isTextField(event.target)) return
      if (document.querySelector('dialog[open], [popover]:popover-open') === null) onClose()
    }
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [onClose])
  return (
    <aside className={styles.panel} aria-label={t`Quick look: ${title}`}>
      <header className={styles.head}>
        <h2>{title}</h2>
        <LinkButton quiet to={to}>
          {t`Open page`}
        </LinkButton>
        <IconButton icon="close" label={t`Close`} onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
    </aside>
  )
}
