import type { ReactNode } from 'react'
import styles from './Empty.module.css'

/** An empty state: what belongs here, and what to do next. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <strong>{title}</strong>
      {children}
    </div>
  )
}
