import { Redirect } from 'wouter'
import { useSignedIn } from '../session/use-session.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { type PageEntry, pagesFor } from './navigation/pages.ts'

/** The address of a section alone leads to the first of its pages that the member sees. */
export function FirstPage({ section }: { section: PageEntry['section'] }) {
  const { role } = useSignedIn()
  const first = pagesFor(role).find(page => page.section === section)
  return first === undefined ? <NotFoundPage /> : <Redirect to={first.path} replace />
}
