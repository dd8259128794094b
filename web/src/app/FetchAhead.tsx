import { useEffect } from 'react'
import { fetchAhead } from './routes/fetch-ahead.ts'
import { routes } from './routes/routes.ts'

/** What comes next is there when it is asked for. It shows nothing. */
export function FetchAhead() {
  useEffect(() => {
    const stopped = new AbortController()
    fetchAhead(routes, stopped.signal)
    return () => stopped.abort()
  }, [])
  return null
}
