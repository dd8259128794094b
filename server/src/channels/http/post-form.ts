import type { HttpClient } from './client.ts'
import { exchangeGuarded } from './exchange-guarded.ts'

export interface FormRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly form: Readonly<Record<string, string>>
}

/** Posts a form through the guard; if there is no answer, a sentence says why. */
export const postForm = (http: HttpClient, organisationId: string, { url, headers, form }: FormRequest) =>
  exchangeGuarded(http, organisationId, {
    method: 'POST',
    url,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form).toString(),
  })
