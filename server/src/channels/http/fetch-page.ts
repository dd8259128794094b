import { checkUrl } from '../guard/check-url.ts'
import type { HttpClient } from './client.ts'
import type { HttpAnswer, HttpLimits } from './exchange.ts'

/** As much as a delivery may have, and a byte more, which shows that it has too much. */
export const LARGEST_PAGE = 1024 * 1024
export const PAGE_LIMITS: HttpLimits = { totalMs: 20_000, bodyBytes: LARGEST_PAGE, headerBytes: 16 * 1024 }

export interface PageRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Fetches an address through the guard; if there is no answer, a sentence says why. */
export async function fetchPage(
  http: HttpClient,
  organisationId: string,
  { url, headers }: PageRequest,
): Promise<HttpAnswer | { readonly kind: 'failure'; readonly message: string }> {
  const checked = checkUrl(url, http.guard.policy)
  if ('fault' in checked) return { kind: 'failure', message: checked.fault }
  return http.exchange(organisationId, {
    method: 'GET',
    url: checked.url,
    headers: {
      'user-agent': 'Millrace',
      accept: 'application/json, */*;q=0.1',
      'accept-encoding': 'identity',
      ...headers,
    },
    body: '',
  })
}
