import type { BrowserContext, Page, Request } from 'playwright-core'
import { fieldOfNumber } from './payloads.ts'

/**
 * What stored text did where it should only be shown: a payload that ran in any frame, a violation of a page's policy,
 * a dialog, a request that left for another host.
 */
export async function watchHarm(context: BrowserContext, page: Page): Promise<string[]> {
  const harm: string[] = []
  await context.exposeBinding('hit', (_source, number: number) => {
    harm.push(`what was stored in ${fieldOfNumber(number)} was carried out`)
  })
  await context.exposeBinding('violated', (_source, what: string) => {
    harm.push(what)
  })
  // A mail that is drawn has its own policy, which is there to be hit.
  await context.addInitScript(
    `if (window === top) document.addEventListener('securitypolicyviolation', event => {
       violated([location.href, 'violates', event.violatedDirective, event.blockedURI, event.sample].join(' '))
     })`,
  )
  // Not by a route, for which every request of every page would be halted, and nothing taken from the cache. Who asks
  // for a host elsewhere finds none, whereas what a policy stops has not asked.
  const leaves = (request: Request) => {
    if (new URL(request.url()).host !== 'other.example' || request.failure()?.errorText === 'csp') return
    harm.push(`a request to ${request.url()}`)
  }
  context.on('requestfailed', leaves)
  context.on('requestfinished', leaves)
  page.on('dialog', dialog => {
    harm.push(`a dialog says ${dialog.message()}`)
    void dialog.dismiss()
  })
  return harm
}
