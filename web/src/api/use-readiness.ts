import { useEffect, useState } from 'react'
import { askReadiness, nextReadiness, type Readiness } from './readiness.ts'

const CALM_MS = 5_000
/** An operator who restarts the server watches this page meanwhile. */
const WORRIED_MS = 1_500

/** Polls while someone can see the answer. */
export function useReadiness(): Readiness {
  const [readiness, setReadiness] = useState<Readiness>('loading')

  useEffect(() => {
    const stopped = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let asking = false

    const ask = async () => {
      clearTimeout(timer)
      if (asking || document.hidden) return
      asking = true
      const found = await askReadiness(stopped.signal)
      asking = false
      if (stopped.signal.aborted) return
      setReadiness(before => nextReadiness(before, found))
      timer = setTimeout(ask, found === 'ready' ? CALM_MS : WORRIED_MS)
    }

    void ask()
    document.addEventListener('visibilitychange', ask, { signal: stopped.signal })
    window.addEventListener('online', ask, { signal: stopped.signal })
    window.addEventListener('offline', ask, { signal: stopped.signal })
    return () => {
      stopped.abort()
      clearTimeout(timer)
    }
  }, [])

  return readiness
}
