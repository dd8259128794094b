import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpParts } from '../parts.ts'
import { Refusal } from '../refusal.ts'
import { limitHeaders } from './limit-headers.ts'

const REALM = 'Bearer realm="millrace"'

/** Who asks, and may they ask again so soon? Runs before the body is read. */
export function requireBearer({ identify, keyLimiter }: Pick<HttpParts, 'identify' | 'keyLimiter'>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const sent = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const identity = sent === undefined ? undefined : await identify(sent)
    if (identity === undefined) throw unauthenticated(sent !== undefined)
    request.identity = identity

    const admission = keyLimiter.take(identity)
    if (admission.limit === 0) return
    const headers = limitHeaders('requests', admission)
    if (!admission.admitted) throw new Refusal('too_many_requests', { headers })
    reply.headers(headers)
  }
}

/** RFC 6750 section 3.1: an error code only for who sent a token; another scheme is none. */
function unauthenticated(sentToken: boolean): Refusal {
  return new Refusal('unauthenticated', {
    headers: { 'www-authenticate': sentToken ? `${REALM}, error="invalid_token"` : REALM },
  })
}
