import styles from './AppLoading.module.css'
import { Loading } from './Loading.tsx'
import { failedTitle, PageFailed } from './PageFailed.tsx'

/** Stands while nothing is known yet: neither who is there nor what they want to see. */
export function AppLoading() {
  return (
    <main id="content" className={styles.opening}>
      <div role="status" aria-busy="true">
        <Loading />
      </div>
    </main>
  )
}

/** The same where it came to nothing. */
export function AppFailed() {
  return (
    <main id="content" className={styles.opening}>
      <h1>{failedTitle}</h1>
      <PageFailed />
    </main>
  )
}
