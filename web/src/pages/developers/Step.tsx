import type { ReactNode } from 'react'
import styles from './Step.module.css'

export function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <div className={styles.content}>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  )
}
