import type { Operation } from '@millrace/contract/operations/operation'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { MemberLimiter } from '#access/member-limiter.ts'
import type { NamedBinding } from './bind.ts'
import { inLanguage } from './dashboard/edge/in-language.ts'
import { limitMember } from './dashboard/edge/limit-member.ts'
import { rememberWrite, withLists } from './dashboard/edge/lists.ts'
import { requireSession } from './dashboard/edge/signed-in.ts'
import { admit } from './edge/admit.ts'
import { recogniseBearer, requireBearer } from './edge/bearer.ts'
import type { HttpParts } from './parts.ts'
import { routeSchema } from './route-schema.ts'

interface Area {
  readonly limiter?: MemberLimiter
  /** Sentences are in the language of the page that asks, where nothing is stored: what is stored is English. */
  readonly inLanguage?: boolean
  /** Query parameters that an operation does not describe are refused. */
  readonly closedQuery?: boolean
}

/** An operation with its handler, as Fastify takes it. */
export function toRoute(
  { name, operation, handler, options }: NamedBinding,
  all: HttpParts,
  { closedQuery = false, inLanguage: speaks = false, limiter }: Area = {},
): RouteOptions {
  const parts = all.shares === undefined ? all : { ...all, database: all.shares.of(name) }
  const guard = guardOf(operation, name, parts)
  const carryOut = handler(parts) as (request: FastifyRequest, reply: FastifyReply) => unknown
  const answer = operation.mayBeBehind ? withLists(parts, name, carryOut) : carryOut
  const isSpoken = speaks && (operation.method === 'GET' || operation.storesNothing === true)
  const limit = limiter && limitMember(limiter, operation)
  const remember = speaks ? rememberWrite(parts, operation) : undefined
  const onSend = [limit?.answered, remember].filter(hook => hook !== undefined)
  return {
    method: operation.method,
    url: operation.path,
    // The handler asks for the faults of a body, after it has looked for what the address names: checked-body.ts.
    attachValidation: operation.body !== undefined,
    ...(operation.bodyLimit === undefined ? {} : { bodyLimit: operation.bodyLimit }),
    onRequest: [guard, limit?.enter].filter(hook => hook !== undefined),
    ...(onSend.length === 0 ? {} : { onSend }),
    ...options,
    schema: routeSchema(operation, closedQuery),
    handler: isSpoken
      ? (request, reply) => inLanguage(request.headers['accept-language'], () => answer(request, reply))
      : answer,
  }
}

function guardOf(operation: Operation, name: string, parts: HttpParts) {
  switch (operation.access) {
    case 'public':
      // Some of them answer without the database, as the links in e-mails do.
      return undefined
    case 'bearer':
      return admit(parts, name, requireBearer(parts, operation))
    case 'recognised':
      // Events share transactions, and have a separate queue that refuses.
      return recogniseBearer(parts, operation)
    default:
      return admit(parts, name, requireSession(parts, operation))
  }
}
