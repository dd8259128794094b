import type { Operation } from '@millrace/contract/operations/operation'
import { everyScope } from '@millrace/contract/scope'
import type { FastifySchema } from 'fastify'
import { type TObject, Type } from 'typebox'
import { referenceTo, withReferences } from './schemas.ts'

/**
 * A key with the scope may ask, and so may one that may do everything. The empty one stands for credentials in the body,
 * which OpenAPI has no scheme for.
 */
export function securityOf(operation: Operation) {
  if (operation.access !== 'bearer' && operation.access !== 'recognised') {
    return operation.basic ? [{}, { basic: [] }] : []
  }
  const { scope } = operation
  return [...(scope === undefined ? [] : [{ bearer: [scope] }]), { bearer: [everyScope] }]
}

/** What Fastify checks of a request, and serialises answers by. */
export function routeSchema(operation: Operation, closedQuery: boolean): FastifySchema {
  const { query, headers, body, answers } = operation
  const checked = {
    params: pathParameters(operation),
    querystring: closedQuery ? closed(query) : query,
    headers,
    body,
    response: Object.fromEntries(
      Object.entries(answers).map(([status, schema]) => [status, undescribed(schema)]),
    ),
  }
  return withReferences(defined(checked)) as FastifySchema
}

/** What an answer is called is for the document: those of one schema are serialised by one function. */
function undescribed(schema: object): object {
  const { $ref = referenceTo(schema) } = schema as { readonly $ref?: string }
  return $ref === undefined ? schema : { $ref }
}

/** A filter with a mistyped name would be left out without a word, and the answer would be about everything. */
const closed = (query: TObject = Type.Object({})) => ({ ...query, additionalProperties: false })

/** The parameters of a path are any text: what is known nowhere is 404. */
export function pathParameters({ path }: Operation): TObject | undefined {
  const names = [...path.matchAll(/:(\w+)/g)].map(match => match[1] as string)
  if (names.length === 0) return undefined
  return Type.Object(Object.fromEntries(names.map(name => [name, Type.String()])))
}

export const defined = (given: object) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
