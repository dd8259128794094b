import styles from './Badge.module.css'
import type { Tone } from './Note.tsx'

export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}
