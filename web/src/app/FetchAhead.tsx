import { useEffect } from 'react'
import { shortcutsDialog } from './frame/Frame.tsx'
import { paletteResults } from './palette/Palette.tsx'
import { fetchAhead } from './routes/fetch-ahead.ts'
import { routes } from './routes/routes.ts'
import { sessionDialogs } from './SessionPrompts.tsx'

/** What may be asked for on any page, at a moment at which nobody wants to wait. */
const everywhere = [paletteResults, sessionDialogs, shortcutsDialog]

/** What comes next is there when it is asked for. It shows nothing. */
export function FetchAhead() {
  useEffect(() => {
    const stopped = new AbortController()
    fetchAhead(routes, everywhere, stopped.signal)
    return () => stopped.abort()
  }, [])
  return null
}
