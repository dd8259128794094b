import styles from './Detail.module.css'
import { detailInWords } from './detail-in-words.ts'

/** A few names and values, on one line where they fit. */
export function Detail({ detail }: { detail: Readonly<Record<string, unknown>> }) {
  return (
    <span className={styles.detail}>
      {detailInWords(detail).map(({ name, value }) => (
        <span key={name}>
          <span className={styles.name}>{name}</span> {value}
        </span>
      ))}
    </span>
  )
}
