import { useEffect } from 'react'
import { useReadiness } from '../api/use-readiness.ts'
import { Button } from './Button.tsx'
import { Note } from './Note.tsx'
import styles from './PageFailed.module.css'

export const failedTitle = 'This page can’t be shown'

/**
 * Shown in place of a page that failed. Usually its files could not be loaded, because the server does not answer or
 * because a newer release has other files. In the first case the page reloads as soon as the server answers; reloading
 * earlier would show the browser's error page instead.
 */
export function PageFailed() {
  const readiness = useReadiness()
  const isAway = readiness === 'gone'
  useEffect(() => {
    if (readiness === 'back') location.reload()
  }, [readiness])
  return (
    <div role="alert">
      <Note tone="bad">
        <div className={styles.failed}>
          <p>
            {isAway
              ? 'Millrace is not responding. This page loads as soon as it does.'
              : 'Millrace may have been updated since you opened this page. Reload it to get the new version.'}
          </p>
          <Button quiet busy={isAway} onClick={() => location.reload()}>
            Reload
          </Button>
        </div>
      </Note>
    </div>
  )
}
