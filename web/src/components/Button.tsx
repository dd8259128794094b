import type { ComponentProps } from 'react'
import styles from './Button.module.css'

export interface ButtonProps extends ComponentProps<'button'> {
  quiet?: boolean
  /** Takes something away. */
  danger?: boolean
  /** It says so, and further presses do nothing. */
  busy?: boolean
}

export function Button({ quiet, danger, busy, ...rest }: ButtonProps) {
  const look = danger ? styles.danger : quiet ? styles.quiet : styles.button
  return <button type="button" aria-busy={busy || undefined} {...rest} className={look} />
}
