import { Problem } from '../error.ts'
import { OAuthProblem } from '../token.ts'
import type { Described } from './operation.ts'

const descriptions = {
  400: 'The request has faults; `errors` names each field.',
  401: 'No valid Bearer token was sent.',
  403: 'The API key may not do this: by its scopes, or from this address, or for this venue or source.',
  404: 'It does not exist for this organisation.',
  409: 'It cannot be done in the present state.',
  413: 'The body is too large.',
  415: 'The body is not of a type that is taken, or has a content encoding.',
  422: 'The Idempotency-Key was used with another body or for another address.',
  429: 'Too many requests; Retry-After says how long to wait.',
  500: 'A fault of ours.',
  503: 'Not available right now; Retry-After says when to try again.',
} as const

type Status = keyof typeof descriptions
type Refusals<S extends Status> = { readonly [K in S]: Described }

const id = (schema: object) => (schema as { $id?: string }).$id as string

export const problem = (status: Status): Described & { readonly $ref: string } => ({
  description: descriptions[status],
  $ref: `${id(Problem)}#`,
})

/**
 * The errors an operation can answer with. Every operation that needs a token can also answer 401, 403, 429, 500 and 503,
 * and 400 for a query parameter that it does not have.
 */
export function problems<const S extends Status>(
  ...statuses: S[]
): Refusals<S | 400 | 401 | 403 | 429 | 500 | 503> {
  const all = [...statuses, 400, 401, 403, 429, 500, 503] as const
  return Object.fromEntries(all.map(status => [status, problem(status)])) as never
}

export function oauthProblems<const S extends Status>(...statuses: S[]): Refusals<S | 500 | 503> {
  const all = [...statuses, 500, 503] as const
  const described = (status: Status) =>
    status === 401 ? 'HTTP Basic credentials were refused.' : descriptions[status]
  return Object.fromEntries(
    all.map(status => [status, { description: described(status), $ref: `${id(OAuthProblem)}#` }]),
  ) as never
}
