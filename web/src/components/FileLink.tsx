import type { MouseEvent, ReactNode } from 'react'
import styles from './Button.module.css'

export interface FileLinkProps {
  href: string
  /** The name of the file; absent: the server decides. */
  name?: string
  children: ReactNode
  onClick?(event: MouseEvent<HTMLAnchorElement>): void
}

/** A file that the server writes, of any length. */
export const FileLink = ({ href, name = '', children, onClick }: FileLinkProps) => (
  <a className={styles.quiet} href={href} download={name} onClick={onClick}>
    {children}
  </a>
)
