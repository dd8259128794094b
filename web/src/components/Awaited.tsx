import type { ReactNode } from 'react'
import styles from './Awaited.module.css'

export interface AwaitedProps {
  state: 'waiting' | 'arrived' | 'refused'
  children: ReactNode
}

/** What the page waits for, and how it went when it came. */
export const Awaited = ({ state, children }: AwaitedProps) => (
  <div role="status" className={styles.awaited} data-state={state}>
    <span className={styles.dot} aria-hidden="true" />
    <p>{children}</p>
  </div>
)
