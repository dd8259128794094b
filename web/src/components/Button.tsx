import type { ComponentProps } from 'react'
import styles from './Button.module.css'

export interface ButtonProps extends ComponentProps<'button'> {
  quiet?: boolean
  /** For actions that remove something: red once it is decided in a dialog, quiet where it only opens one. */
  danger?: boolean
  /** Shows that it is working, and ignores further clicks. */
  busy?: boolean
}

export function Button({ quiet, danger, busy, ...rest }: ButtonProps) {
  const look = danger ? (quiet ? styles.quietDanger : styles.danger) : quiet ? styles.quiet : styles.button
  return <button type="button" aria-busy={busy || undefined} {...rest} className={look} />
}
