import type { ComponentProps } from 'react'
import styles from './Button.module.css'

export interface ButtonProps extends ComponentProps<'button'> {
  quiet?: boolean
  /** For actions that remove something. */
  danger?: boolean
  /** Shows that it is working, and ignores further clicks. */
  busy?: boolean
}

export function Button({ quiet, danger, busy, ...rest }: ButtonProps) {
  const look = danger ? styles.danger : quiet ? styles.quiet : styles.button
  return <button type="button" aria-busy={busy || undefined} {...rest} className={look} />
}
