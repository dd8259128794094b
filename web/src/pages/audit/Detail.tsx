import styles from './Detail.module.css'

/** A few names and values, on one line where they fit. */
export function Detail({ detail }: { detail: Readonly<Record<string, unknown>> }) {
  return (
    <span className={styles.detail}>
      {Object.entries(detail)
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <span key={name}>
            <span className={styles.name}>{name.replaceAll('_', ' ')}</span>{' '}
            {typeof value === 'string' ? value : JSON.stringify(value)}
          </span>
        ))}
    </span>
  )
}
