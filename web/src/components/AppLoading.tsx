import styles from './AppLoading.module.css'
import { Loading } from './Loading.tsx'
import { failedTitle, PageFailed } from './PageFailed.tsx'

/** Shows while the session and the page are still unknown. */
export function AppLoading() {
  return (
    <main id="content" className={styles.opening}>
      <div role="status" aria-busy="true">
        <Loading />
      </div>
    </main>
  )
}

/** Shows when the application could not be loaded. */
export function AppFailed() {
  return (
    <main id="content" className={styles.opening}>
      <PageFailed head={<h1>{failedTitle}</h1>} />
    </main>
  )
}
