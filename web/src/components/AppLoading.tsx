import { t } from '../language/words.ts'
import { isShellShown } from '../opening/shell.ts'
import styles from './AppLoading.module.css'
import { Loading } from './Loading.tsx'
import { failedTitle, PageFailed } from './PageFailed.tsx'
import { useInPlaceOfShell } from './use-in-place-of-shell.ts'

/** Shows while the session and the page are still unknown; where the outline of the page is shown, that is enough to see. */
export function AppLoading() {
  return (
    <main id="content" className={styles.opening}>
      <div role="status" aria-busy="true">
        {isShellShown() ? <span className="visually-hidden">{t`Loading`}</span> : <Loading />}
      </div>
    </main>
  )
}

/** Shows when the application could not be loaded. */
export function AppFailed() {
  useInPlaceOfShell()
  return (
    <main id="content" className={styles.opening}>
      <PageFailed head={<h1>{failedTitle}</h1>} />
    </main>
  )
}
