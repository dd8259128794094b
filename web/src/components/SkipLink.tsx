import { t } from '../language/words.ts'
import styles from './SkipLink.module.css'

/** The first element that Tab reaches; visible only when focused. */
export const SkipLink = () => (
  <a className={styles.skip} href="#content">
    {t`Skip to content`}
  </a>
)
