import { Link, useLocation } from 'wouter'
import styles from './ViewTabs.module.css'

export interface View<Name extends string> {
  /** Its name in the address; the first view needs none. */
  readonly name: Name
  readonly label: string
}

export interface ViewTabsProps<Name extends string> {
  label: string
  views: readonly View<Name>[]
  current: Name
}

/** Views of the same thing, each with its address. */
export function ViewTabs<Name extends string>({ label, views, current }: ViewTabsProps<Name>) {
  const [path] = useLocation()
  return (
    <nav aria-label={label} className={styles.tabs}>
      {views.map(view => (
        <Link
          key={view.name}
          to={view === views[0] ? path : `${path}?view=${view.name}`}
          aria-current={view.name === current ? 'page' : undefined}
        >
          {view.label}
        </Link>
      ))}
    </nav>
  )
}
