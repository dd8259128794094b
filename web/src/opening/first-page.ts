import { readHome } from '@millrace/contract/operations/dashboard/home'
import { readSession } from '@millrace/contract/operations/dashboard/session'
import { askAhead } from './asked-ahead.ts'
import { fetchFilesFor } from './fetch-files.ts'
import { hasSignedInBefore } from './signed-in-before.ts'

/** The pages that need no member. */
const forEveryone = ['/docs', '/developers', '/setup', '/invitation', '/sign-in']

/** The period of the home page until someone chooses another. */
export const FIRST_RANGE = '7d'

/**
 * Begins with everything that the first page needs, before the application is there to ask for it: what it asks for later is then
 * on its way already. Says whether it will be a page for members. The language has to be known.
 */
export function beginFirstPage({ pathname, search }: Location): boolean {
  const isForMembers = hasSignedInBefore() && !forEveryone.includes(pathname)
  if (isForMembers) {
    askAhead(readSession.path)
    fetchFilesFor('member')
    if (pathname === '/') {
      fetchFilesFor('home')
      if (search === '') askAhead(`${readHome.path}?range=${FIRST_RANGE}`)
    }
  } else if (pathname === '/' || pathname === '/sign-in') fetchFilesFor('sign-in')
  return isForMembers
}
