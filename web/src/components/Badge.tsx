import styles from './Badge.module.css'
import type { Tone } from './Note.tsx'

export interface BadgeProps {
  tone: Tone
  /** A text of people, such as a tag, which is shown as they typed it. */
  verbatim?: true
  children: string
}

export function Badge({ tone, verbatim, children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone} data-verbatim={verbatim}>
      {children}
    </span>
  )
}
