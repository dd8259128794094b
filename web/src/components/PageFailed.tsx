import { type ReactNode, useEffect, useState } from 'react'
import { useReadiness } from '../api/use-readiness.ts'
import { t } from '../language/words.ts'
import { Button } from './Button.tsx'
import { Loading } from './Loading.tsx'
import { Note } from './Note.tsx'
import styles from './PageFailed.module.css'
import { mayReload, reloadOnce } from './reload-once.ts'

export const failedTitle = t`This page can’t be shown`

/**
 * Shown in place of a page that failed. Usually its files could not be loaded, because a newer release has other files or
 * because the server does not answer. In the first case it reloads at once, and says what to do if that did not help; in
 * the second as soon as the server answers: earlier, the browser's error page would be shown instead. Nothing typed is
 * lost by it, because the page that failed has nothing.
 */
export function PageFailed({ head }: { head: ReactNode }) {
  const readiness = useReadiness()
  const [untried] = useState(mayReload)
  const isAway = readiness === 'gone'
  useEffect(() => {
    if (readiness === 'back') location.reload()
    if (readiness === 'ready' && untried) reloadOnce()
  }, [readiness, untried])
  if (untried && (readiness === 'loading' || readiness === 'ready')) return <Loading />
  return (
    <>
      {head}
      <div role="alert">
        <Note tone="bad">
          <div className={styles.failed}>
            <p>
              {isAway
                ? t`Millrace is not responding. This page loads as soon as it does.`
                : t`Millrace may have been updated since you opened this page. Reload it to get the new version.`}
            </p>
            <Button quiet busy={isAway} onClick={() => location.reload()}>
              {t`Reload`}
            </Button>
          </div>
        </Note>
      </div>
    </>
  )
}
