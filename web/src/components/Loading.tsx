import { t } from '../language/words.ts'
import styles from './Loading.module.css'

/** Shown while something loads. It appears with a delay, so that quick answers do not flicker. */
export function Loading() {
  return (
    <div className={styles.waiting}>
      <span className="visually-hidden">{t`Loading`}</span>
      <span aria-hidden="true" />
      <span aria-hidden="true" />
      <span aria-hidden="true" />
    </div>
  )
}
