import type { ComponentProps } from 'react'
import styles from './Button.module.css'

export function Button({ quiet, ...rest }: ComponentProps<'button'> & { quiet?: boolean }) {
  return <button type="button" {...rest} className={quiet ? styles.quiet : styles.button} />
}
