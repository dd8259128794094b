import { useEffect } from 'react'
import { useReadiness } from '../api/use-readiness.ts'
import { Button } from './Button.tsx'
import { Note } from './Note.tsx'
import styles from './PageFailed.module.css'

export const failedTitle = 'This page could not be shown'

/**
 * Stands where a page could not be shown. The usual causes: its files could not be loaded, because nothing answers or
 * because a newer release on the server has others. In the first case it is loaded anew as soon as somebody answers; a
 * browser that is told to before shows a page of its own instead.
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
