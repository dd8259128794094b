import { useEffect } from 'react'
import { useReadiness } from '../api/use-readiness.ts'
import { Button } from './Button.tsx'
import { Note } from './Note.tsx'
import styles from './PageFailed.module.css'

export const failedTitle = 'This page could not be shown'

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
              ? 'Millrace does not answer. The page is loaded by itself as soon as it does.'
              : 'Millrace may have been updated since you opened it. Loading the page anew brings what is there now.'}
          </p>
          <Button quiet busy={isAway} onClick={() => location.reload()}>
            Load it anew
          </Button>
        </div>
      </Note>
    </div>
  )
}
