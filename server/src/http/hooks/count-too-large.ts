import type { FastifyError, FastifyInstance } from 'fastify'
import { findConnection } from '#connections/find-connection.ts'
import { countRefusal } from '#connections/take-delivery.ts'
import { answerError } from '../edge/answer-error.ts'
import type { HttpParts } from '../parts.ts'

/** A delivery that is too large to be taken cannot prove its origin either: it is counted as refused. */
export function countTooLarge(app: FastifyInstance, { database, sealer }: HttpParts): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
      const { address } = request.params as { address: string }
      const connection = await findConnection(database.engineSql, sealer, address)
      if (connection !== undefined) await countRefusal(database, connection, 'too_large')
    }
    return answerError(error, request, reply)
  })
}
