import { type ReactNode, useId } from 'react'
import styles from './Panel.module.css'

export interface PanelProps {
  title?: string
  /** For a form of few fields. */
  narrow?: boolean
  children: ReactNode
}

export function Panel({ title, narrow = false, children }: PanelProps) {
  const id = useId()
  return (
    <section
      className={narrow ? styles.narrow : styles.panel}
      {...(title === undefined ? {} : { 'aria-labelledby': id })}
    >
      {title !== undefined && <h2 id={id}>{title}</h2>}
      {children}
    </section>
  )
}
