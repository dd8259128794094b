import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Readiness } from '../../api/readiness.ts'
import { useReadiness } from '../../api/use-readiness.ts'
import { Note, type Tone } from '../../components/Note.tsx'
import { t } from '../../language/words.ts'
import styles from './ConnectionBanner.module.css'

const words: Partial<Record<Readiness, { tone: Tone; text: string }>> = {
  gone: {
    tone: 'bad',
    text: t`Connection lost. Nothing you entered was lost. Millrace tries to reconnect every few seconds.`,
  },
  'database-away': {
    tone: 'warn',
    text: t`Millrace can’t reach its database. Nothing can be loaded or saved until it is back.`,
  },
  back: { tone: 'good', text: t`Reconnected. This page is up to date.` },
}

const RELIEF_MS = 6_000

/** Says when the server does not answer, and reloads everything when it does again. */
export function ConnectionBanner() {
  const readiness = useReadiness()
  const queries = useQueryClient()
  const [relieved, setRelieved] = useState(false)

  useEffect(() => {
    setRelieved(false)
    if (readiness !== 'back') return
    void queries.invalidateQueries()
    const timer = setTimeout(() => setRelieved(true), RELIEF_MS)
    return () => clearTimeout(timer)
  }, [readiness, queries])

  const shown = relieved ? undefined : words[readiness]
  return (
    <div role="status" className={styles.banner}>
      {shown && <Note tone={shown.tone}>{shown.text}</Note>}
    </div>
  )
}
