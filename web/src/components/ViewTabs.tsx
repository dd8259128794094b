import { Link, useLocation } from 'wouter'
import styles from './ViewTabs.module.css'

export interface View<Name extends string> {
  /** As it stands in the address; the first view is the one without a name there. */
  readonly name: Name
  readonly label: string
}

export interface ViewTabsProps<Name extends string> {
  label: string
  views: readonly View<Name>[]
  current: Name
}

/** Ways to look at the same thing, each with an address of its own. */
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
