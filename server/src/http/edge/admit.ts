import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpParts } from '../parts.ts'

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Refuses a request that would wait too long for the database, before anything is asked of it: not even who it is. */
export function admit({ shares }: Pick<HttpParts, 'shares'>, kind: string, guard: Guard): Guard {
  if (shares === undefined) return guard
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const refusal = shares.refusal(kind)
    if (refusal !== undefined) throw refusal
    // Those that come at the same moment count for each other, while it is asked whose they are. No longer: a body may take its time.
    const arrived = shares.announce(kind)
    try {
      await guard(request, reply)
    } finally {
      arrived()
    }
  }
}
