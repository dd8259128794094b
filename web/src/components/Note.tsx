import type { ReactNode } from 'react'
import styles from './Note.module.css'

export type Tone = 'good' | 'warn' | 'bad' | 'quiet'

export function Note({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <div className={styles.note} data-tone={tone}>
      {children}
    </div>
  )
}
