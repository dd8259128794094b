import type { ReactNode } from 'react'
import styles from './CodeBlock.module.css'
import { CopyButton } from './CopyButton.tsx'

export interface CodeBlockProps {
  /** Names the block for screen readers and for the copy button. */
  label: string
  /** What is copied, and shown unless there are children. */
  text: string
  heading?: ReactNode
  /** Breaks long lines, as is right for prose. */
  wrap?: boolean
  children?: ReactNode
}

export function CodeBlock({ label, text, heading, wrap = false, children }: CodeBlockProps) {
  return (
    <figure className={styles.block}>
      <figcaption className={styles.bar}>
        <span className={styles.heading}>{heading ?? label}</span>
        <CopyButton text={text} what={label} />
      </figcaption>
      {/* It scrolls sideways, so the keyboard must reach it. */}
      <pre className={styles.code} data-wrap={wrap || undefined} tabIndex={0} role="group" aria-label={label}>
        <code>{children ?? text}</code>
      </pre>
    </figure>
  )
}
