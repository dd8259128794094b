import { Problem } from '@millrace/contract/error'
import { OAuthProblem } from '@millrace/contract/token'
import type { TSchema } from 'typebox'

const descriptions: Record<number, string> = {
  400: 'The request has faults; `errors` names each field.',
  401: 'No valid Bearer token was sent.',
  404: 'It does not exist for this organisation.',
  409: 'It cannot be done in the present state.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'The Idempotency-Key was used with another body.',
  429: 'Too many requests; Retry-After says how long to wait.',
  500: 'A fault of ours.',
  503: 'Not available right now; Retry-After says when to try again.',
}

/** The refusals a route can answer with. Every authenticated route can also answer 401, 429, 500 and 503. */
export function problems(...statuses: number[]): Record<string, TSchema> {
  const all = [...statuses, 401, 429, 500, 503]
  return Object.fromEntries(
    all.map(status => [status, { description: descriptions[status], $ref: `${id(Problem)}#` } as TSchema]),
  )
}

export function oauthProblems(...statuses: number[]): Record<string, TSchema> {
  const all = [...statuses, 500, 503]
  return Object.fromEntries(
    all.map(status => [
      status,
      {
        description:
          status === 401 ? 'HTTP Basic credentials were refused.' : (descriptions[status] as string),
        $ref: `${id(OAuthProblem)}#`,
      } as TSchema,
    ]),
  )
}

const id = (schema: TSchema) => (schema as { $id?: string }).$id as string
