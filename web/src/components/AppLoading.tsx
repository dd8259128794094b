import styles from './AppLoading.module.css'
import { Waiting } from './Loading.tsx'
import { failedTitle, PageFailed } from './PageFailed.tsx'

/** Stands while nothing is known yet: neither who is there nor what they want to see. */
export function Opening() {
  return (
    <main id="content" className={styles.opening}>
      <div role="status" aria-busy="true">
        <Waiting />
      </div>
    </main>
  )
}

/** The same where it came to nothing. */
export function FailedWhole() {
  return (
    <main id="content" className={styles.opening}>
      <h1>{failedTitle}</h1>
      <PageFailed />
    </main>
  )
}
