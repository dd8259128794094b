import { checkUrl } from '../guard/check-url.ts'
import type { HttpClient } from './client.ts'
import type { HttpAnswer } from './exchange.ts'

export interface Unguarded {
  readonly method: 'GET' | 'HEAD' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Asks an address through the guard; if there is no answer, a sentence says why. */
export async function exchangeGuarded(
  http: HttpClient,
  organisationId: string,
  { method, url, headers, body }: Unguarded,
): Promise<HttpAnswer | { readonly kind: 'failure'; readonly message: string }> {
  const checked = checkUrl(url, http.guard.policy)
  if ('fault' in checked) return { kind: 'failure', message: checked.fault }
  return http.exchange(organisationId, {
    method,
    url: checked.url,
    headers: { 'user-agent': 'Millrace', 'accept-encoding': 'identity', ...headers },
    body,
  })
}
