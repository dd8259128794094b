import type { Operation } from '@millrace/contract/operations/operation'
import { everyScope } from '@millrace/contract/scope'
import type { FastifySchema, RouteOptions } from 'fastify'
import { type TObject, type TSchema, Type } from 'typebox'
import type { MemberLimiter } from '#access/member-limiter.ts'
import type { NamedBinding } from './bind.ts'
import { limitMember } from './dashboard/edge/limit-member.ts'
import { requireSession } from './dashboard/edge/signed-in.ts'
import { recogniseBearer, requireBearer } from './edge/bearer.ts'
import type { HttpParts } from './parts.ts'
import { referenceTo, withReferences } from './schemas.ts'

interface Area {
  readonly limiter?: MemberLimiter
  /** It is no part of the OpenAPI document. */
  readonly hide?: boolean
  /** Query parameters that an operation does not describe are refused. */
  readonly closedQuery?: boolean
}

/** An operation with its handler, as Fastify takes it. */
export function toRoute(
  { name, operation, handler, options }: NamedBinding,
  parts: HttpParts,
  { hide = false, closedQuery = false, limiter }: Area = {},
): RouteOptions {
  const guard = guardOf(operation, parts)
  const limit = limiter && limitMember(limiter, operation)
  return {
    method: operation.method,
    url: operation.path,
    // The handler asks for the faults of a body, after it has looked for what the address names: checked-body.ts.
    attachValidation: operation.body !== undefined,
    ...(operation.bodyLimit === undefined ? {} : { bodyLimit: operation.bodyLimit }),
    ...(guard === undefined ? {} : { onRequest: limit === undefined ? guard : [guard, limit.enter] }),
    ...(limit === undefined ? {} : { onResponse: limit.leave }),
    ...options,
    schema: {
      ...schemaOf(name, operation, closedQuery),
      ...(hide ? { hide } : { security: securityOf(operation) }),
    },
    handler: handler(parts) as RouteOptions['handler'],
  }
}

function guardOf(operation: Operation, parts: HttpParts) {
  switch (operation.access) {
    case 'public':
      return undefined
    case 'bearer':
      return requireBearer(parts, operation)
    case 'recognised':
      return recogniseBearer(parts, operation)
    default:
      return requireSession(parts, operation)
  }
}

/**
 * A key with the scope may ask, and so may one that may do everything. The empty one stands for credentials in the body,
 * which OpenAPI has no scheme for.
 */
function securityOf(operation: Operation) {
  if (operation.access !== 'bearer' && operation.access !== 'recognised') {
    return operation.basic ? [{}, { basic: [] }] : []
  }
  const { scope } = operation
  return [...(scope === undefined ? [] : [{ bearer: [scope] }]), { bearer: [everyScope] }]
}

function schemaOf(name: string, operation: Operation, closedQuery: boolean): FastifySchema {
  const { summary, description, tags, deprecated, query, headers, body, consumes, entries, answers } =
    operation
  const described = {
    operationId: name,
    summary,
    description,
    tags,
    deprecated,
    consumes,
    params: paramsOf(operation),
    querystring: closedQuery ? closed(query) : query,
    headers,
    body,
    // For the document only: the handler checks each entry by itself.
    entries,
    response: titled(answers),
  }
  return withReferences(withoutUndefined(described)) as FastifySchema
}

/** A filter with a mistyped name would be left out without a word, and the answer would be about everything. */
const closed = (query: TObject = Type.Object({})) => ({ ...query, additionalProperties: false })

/** The parameters of a path are any text: what is known nowhere is 404. */
function paramsOf({ path }: Operation): TSchema | undefined {
  const names = [...path.matchAll(/:(\w+)/g)].map(match => match[1] as string)
  if (names.length === 0) return undefined
  return Type.Object(Object.fromEntries(names.map(name => [name, Type.String()])))
}

/** In the document an answer is called by its schema's title, where the operation says nothing better. */
function titled(answers: Operation['answers']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(answers).map(([status, schema]) => {
      const { title, description } = schema as { title?: string; description?: string }
      const $ref = referenceTo(schema)
      return [status, $ref === undefined ? schema : { description: description ?? title, $ref }]
    }),
  )
}

const withoutUndefined = (given: object) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
