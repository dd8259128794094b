import styles from './SkipLink.module.css'

/** The first thing that Tab reaches, and seen only then. */
export const SkipLink = () => (
  <a className={styles.skip} href="#content">
    Skip to the content
  </a>
)
