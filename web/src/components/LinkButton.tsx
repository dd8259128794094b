import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './Button.module.css'

/** A link that looks like a button. */
export function LinkButton({ to, quiet, children }: { to: string; quiet?: boolean; children: ReactNode }) {
  return (
    <Link to={to} className={quiet ? styles.quiet : styles.button}>
      {children}
    </Link>
  )
}
