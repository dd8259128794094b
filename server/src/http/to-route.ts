import type { Operation } from '@millrace/contract/operations/operation'
import type { RouteOptions } from 'fastify'
import type { MemberLimiter } from '#access/member-limiter.ts'
import type { NamedBinding } from './bind.ts'
import { limitMember } from './dashboard/edge/limit-member.ts'
import { requireSession } from './dashboard/edge/signed-in.ts'
import { recogniseBearer, requireBearer } from './edge/bearer.ts'
import type { HttpParts } from './parts.ts'
import { routeSchema } from './route-schema.ts'

interface Area {
  readonly limiter?: MemberLimiter
  /** Query parameters that an operation does not describe are refused. */
  readonly closedQuery?: boolean
}

/** An operation with its handler, as Fastify takes it. */
export function toRoute(
  { operation, handler, options }: NamedBinding,
  parts: HttpParts,
  { closedQuery = false, limiter }: Area = {},
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
    schema: routeSchema(operation, closedQuery),
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
