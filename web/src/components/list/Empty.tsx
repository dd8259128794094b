import type { ReactNode } from 'react'
import styles from './Empty.module.css'

/** What stands where there is nothing yet: what would be here, and what to do for it. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <strong>{title}</strong>
      {children}
    </div>
  )
}
