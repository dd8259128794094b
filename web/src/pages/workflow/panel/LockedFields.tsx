import type { ReactNode } from 'react'
import styles from './NodePanel.module.css'

/** Fields of a step. Where they are locked, they are read. */
export const LockedFields = ({ locked, children }: { locked: boolean; children: ReactNode }) => (
  <fieldset disabled={locked} className={styles.fields}>
    {children}
  </fieldset>
)
