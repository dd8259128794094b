import { Redirect, useLocation } from 'wouter'
import { useSignedIn } from '../session/use-session.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { pagesFor } from './navigation/pages.ts'

/** Where no page is: the address of a section, such as /settings, leads to the first of its pages that the member sees. */
export function OtherAddress() {
  const { role } = useSignedIn()
  const [path] = useLocation()
  const first = pagesFor(role).find(page => page.path.startsWith(`${path}/`))
  return first === undefined ? <NotFoundPage /> : <Redirect to={first.path} replace />
}
