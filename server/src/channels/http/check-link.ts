import { createGuard } from '../guard/guard.ts'
import type { AddressPolicy } from '../guard/policy.ts'
import { createHttpClient, type HttpClient } from './client.ts'
import { exchangeGuarded } from './exchange-guarded.ts'

export interface CheckedLink {
  readonly url: string
  /** `unclear`: it may work for people; the answer to a machine says nothing about that. */
  readonly state: 'works' | 'broken' | 'unclear'
  /** What was found, in a sentence. */
  readonly message: string
}

type Verdict = Omit<CheckedLink, 'url'>

const LIMITS = { totalMs: 6_000, bodyBytes: 1_024, headerBytes: 16 * 1_024 }
const AT_ONCE = 4
const MOST_REDIRECTS = 5
/** For all of them: nobody watches a page for longer. */
const PATIENCE_MS = 25_000

/** Asks each address whether it is there, a few at a time, and only where Millrace may send to. In their order. */
export async function checkLinks(
  policy: AddressPolicy,
  organisationId: string,
  urls: readonly string[],
): Promise<CheckedLink[]> {
  const http = createHttpClient({ guard: createGuard(policy), limits: LIMITS })
  const until = performance.now() + PATIENCE_MS
  const found = new Map<string, Verdict>()
  const waiting = [...new Set(urls)]
  const work = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift())
      found.set(url, performance.now() < until ? await checkLink(http, organisationId, url) : notInTime)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return [...found].map(([url, verdict]) => ({ url, ...verdict })).sort(inOrder(urls))
}

const inOrder = (urls: readonly string[]) => (one: CheckedLink, other: CheckedLink) =>
  urls.indexOf(one.url) - urls.indexOf(other.url)

const notInTime: Verdict = { state: 'unclear', message: 'There was no time left to check it. Check again.' }

async function checkLink(http: HttpClient, organisationId: string, link: string): Promise<Verdict> {
  let url = link
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    // A page that is only looked at; where this is refused or not known, as a guest would ask.
    const ask = (method: 'HEAD' | 'GET') =>
      exchangeGuarded(http, organisationId, { method, url, headers: { accept: '*/*' }, body: '' })
    const head = await ask('HEAD')
    const answer = head.kind === 'answer' && head.status < 400 ? head : await ask('GET')
    if (answer.kind === 'failure')
      return 'code' in answer && answer.code !== 'address_forbidden'
        ? { state: 'broken', message: answer.message }
        : { state: 'unclear', message: answer.message }
    const { status, headers } = answer
    if (status < 300 || status >= 400 || headers.location === undefined) return verdictOf(status)
    if (!URL.canParse(headers.location, url))
      return { state: 'broken', message: 'It redirects to something that isn’t an address.' }
    url = new URL(headers.location, url).href
  }
  return { state: 'broken', message: `It redirects more than ${MOST_REDIRECTS} times.` }
}

function verdictOf(status: number): Verdict {
  if (status < 400) return { state: 'works', message: `It works (${status}).` }
  if (status === 404 || status === 410)
    return { state: 'broken', message: `The page doesn’t exist (${status}).` }
  if (status >= 500) return { state: 'broken', message: `The site has a problem (${status}).` }
  return {
    state: 'unclear',
    message: `The site answered ${status}. Open it to be sure: some sites block automatic checks.`,
  }
}
