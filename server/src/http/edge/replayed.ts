import type { FastifyReply } from 'fastify'
import type { StoredAnswer } from '#idempotency/idempotency.ts'

/** The stored answer, byte for byte. */
export function replayed(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  if (answer.location !== null) reply.header('location', answer.location)
  return reply
    .code(answer.status)
    .header('idempotent-replayed', 'true')
    .type('application/json; charset=utf-8')
    .send(answer.body)
}
