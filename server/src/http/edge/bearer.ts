import type { Operation } from '@millrace/contract/operations/operation'
import { everyScope } from '@millrace/contract/scope'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Identity } from '#access/identity.ts'
import { allowsAddress, grants } from '#access/key-limits.ts'
import { afterIo } from '#base/after-io.ts'
import type { HttpParts } from '../parts.ts'
import { Refusal } from '../refusal.ts'
import { limitHeaders } from './limit-headers.ts'
import { isRefusedForNow } from './refused-for-now.ts'

const REALM = 'Bearer realm="millrace"'

type Parts = Pick<HttpParts, 'identify' | 'keyLimiter'>
/** Of the one route that is called for each event. */
type EventParts = Parts & Pick<HttpParts, 'acceptEvent'>

/** An operation that clients call with a token. */
export type KeyOperation = Extract<Operation, { readonly access: 'bearer' | 'recognised' }>

/** Who asks, may they ask this, and again so soon? Runs before the body is read. */
export function requireBearer({ identify, keyLimiter }: Parts, operation: KeyOperation) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = sentToken(request)
    const identity = token === undefined ? undefined : await identify(token)
    if (identity === undefined) throw unauthenticated(token !== undefined)
    admit(identity, operation, keyLimiter, request, reply)
  }
}

/**
 * The same for a route that confirms the caller in its own transaction: a token that was valid a moment ago costs no
 * separate query. Whatever goes wrong before that transaction is answered by `confirmFirst`.
 */
export function recogniseBearer(parts: EventParts, operation: KeyOperation) {
  const ask = requireBearer(parts, operation)
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const token = sentToken(request)
    const known = token === undefined ? undefined : parts.identify.remembered(token)
    if (known === undefined) {
      ask(request, reply).then(() => done(), done)
      return
    }
    request.unconfirmed = known.tokenHash
    try {
      admit(known.identity, operation, parts.keyLimiter, request, reply)
      // Before its body is read, which takes longer than to refuse it.
      const refusal = parts.acceptEvent.refusal(known.identity.organisationId)
      if (refusal !== undefined) throw refusal
      // Requests that came together then do each thing together as well, which the processor's caches reward: reading their bodies was
      // measured three times as fast.
      afterIo.add(done)
    } catch (error) {
      done(error as Error)
    }
  }
}

type AnswerError = (error: Error, request: FastifyRequest, reply: FastifyReply) => unknown

/** A token that is no longer valid is the only fault reported, whatever else is wrong with the request. */
export function confirmFirst({ identify }: Parts, answer: AnswerError): AnswerError {
  return async (error, request, reply) => {
    // Whether the token is still good does not matter then, and to ask would take the time that there is not.
    if (request.unconfirmed === undefined || isRefusedForNow(error)) return answer(error, request, reply)
    const stillGood = await identify(sentToken(request) as string).then(
      identity => identity !== undefined,
      // The database cannot say: then what went wrong is that, and the answer below says so.
      () => true,
    )
    return answer(stillGood ? error : unauthenticated(true), request, reply)
  }
}

/** RFC 6750 section 3.1: an error code only for who sent a token; another scheme is none. */
export function unauthenticated(sentToken: boolean): Refusal {
  return new Refusal('unauthenticated', {
    headers: { 'www-authenticate': sentToken ? `${REALM}, error="invalid_token"` : REALM },
  })
}

function sentToken(request: FastifyRequest): string | undefined {
  return /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

function admit(
  identity: Identity,
  operation: KeyOperation,
  keyLimiter: HttpParts['keyLimiter'],
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  request.identity = identity
  const admission = keyLimiter.take(identity)
  if (admission.limit > 0) {
    const headers = limitHeaders('requests', admission)
    if (!admission.admitted) throw new Refusal('too_many_requests', { headers })
    reply.headers(headers)
  }
  // After it was counted: to be refused is no way around the limit.
  refuseBeyondKey(identity, operation, request.ip)
}

function refuseBeyondKey(identity: Identity, { scope, heldToVenues }: KeyOperation, ip: string): void {
  if (!allowsAddress(identity, ip)) throw new Refusal('address_not_allowed')
  if (!grants(identity, scope)) {
    const needed = scope ?? everyScope
    throw new Refusal('scope_needed', {
      message: `This needs the scope ${needed}, which the API key does not have.`,
      // RFC 6750 section 3.1.
      headers: { 'www-authenticate': `${REALM}, error="insufficient_scope", scope="${needed}"` },
    })
  }
  if (heldToVenues) return
  if (identity.serials !== null) throw new Refusal('venue_not_allowed')
  if (identity.sources !== null) throw new Refusal('source_not_allowed')
}
