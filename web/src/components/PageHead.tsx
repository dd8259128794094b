import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { t } from '../language/words.ts'
import styles from './PageHead.module.css'
import { useDocumentTitle } from './use-document-title.ts'

export interface PageHeadProps {
  title: string
  /** The breadcrumb, outermost first. An entry without a path is a heading of the navigation. */
  trail?: readonly { label: string; path?: string }[]
  /** What the page is for, in a sentence. */
  about?: ReactNode
  /** How many there are of what it lists. */
  count?: ReactNode
  /** What is done rarely, at the end of the line. */
  menu?: ReactNode
  children?: ReactNode
}

export function PageHead({ title, trail = [], about, count, menu, children }: PageHeadProps) {
  useDocumentTitle(title)
  return (
    <header className={styles.head}>
      {trail.length > 0 && (
        <nav aria-label={t`Breadcrumb`} className={styles.trail}>
          <ol>
            {trail.map(({ label, path }) => (
              <li key={path ?? label}>{path === undefined ? label : <Link to={path}>{label}</Link>}</li>
            ))}
          </ol>
        </nav>
      )}
      <div className={styles.title}>
        <h1>{title}</h1>
        {count && <span className={styles.count}>{count}</span>}
      </div>
      {about && <p>{about}</p>}
      {children && <div className={styles.actions}>{children}</div>}
      {menu && <div className={styles.menu}>{menu}</div>}
    </header>
  )
}
