import { useEffect } from 'react'
import { remember } from '../session/recent.ts'
import { useSignedIn } from '../session/use-session.ts'
import { routeAt } from './routes/route-at.ts'
import { routes } from './routes/routes.ts'

const END = ' · Millrace'

/** Keeps what was open for the search, by the title of the page, which has a name once it is known. It shows nothing. */
export function RememberPages() {
  const { organisation, member } = useSignedIn()
  useEffect(() => {
    const onTitle = () => {
      const { pathname } = location
      const about = routeAt(routes, pathname)?.thing
      const name = document.title.replace(END, '')
      if (about === undefined || name === about) return
      remember(organisation.id, member.id, { path: pathname, name, about })
    }
    const observer = new MutationObserver(onTitle)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [organisation.id, member.id])
  return null
}
