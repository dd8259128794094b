import { checkUrl } from '../guard/check-url.ts'
import type { HttpClient } from './client.ts'
import type { HttpAnswer } from './exchange.ts'

export interface FormRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly form: Readonly<Record<string, string>>
}

/** Posts a form through the guard; if there is no answer, a sentence says why. */
export async function postForm(
  http: HttpClient,
  organisationId: string,
  { url, headers, form }: FormRequest,
): Promise<HttpAnswer | { readonly kind: 'failure'; readonly message: string }> {
  const checked = checkUrl(url, http.guard.policy)
  if ('fault' in checked) return { kind: 'failure', message: checked.fault }
  return http.exchange(organisationId, {
    method: 'POST',
    url: checked.url,
    headers: {
      'user-agent': 'Millrace',
      accept: 'application/json',
      'accept-encoding': 'identity',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: new URLSearchParams(form).toString(),
  })
}
