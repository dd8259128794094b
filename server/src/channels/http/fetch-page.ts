import type { HttpClient } from './client.ts'
import type { HttpLimits } from './exchange.ts'
import { exchangeGuarded } from './exchange-guarded.ts'

/** As much as a delivery may have, and a byte more, which shows that it has too much. */
export const LARGEST_PAGE = 1024 * 1024
export const PAGE_LIMITS: HttpLimits = { totalMs: 20_000, bodyBytes: LARGEST_PAGE, headerBytes: 16 * 1024 }

export interface PageRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Fetches an address through the guard; if there is no answer, a sentence says why. */
export const fetchPage = (http: HttpClient, organisationId: string, { url, headers }: PageRequest) =>
  exchangeGuarded(http, organisationId, {
    method: 'GET',
    url,
    headers: { accept: 'application/json, */*;q=0.1', ...headers },
    body: '',
  })
