import type { ReactNode } from 'react'
import styles from './DescriptionList.module.css'

/** Names and their values. */
export function DescriptionList({
  entries,
}: {
  entries: readonly (readonly [name: string, value: ReactNode])[]
}) {
  return (
    <dl className={styles.list}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
