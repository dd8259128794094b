import styles from './SkipLink.module.css'

/** The first element that Tab reaches; visible only when focused. */
export const SkipLink = () => (
  <a className={styles.skip} href="#content">
    Skip to content
  </a>
)
