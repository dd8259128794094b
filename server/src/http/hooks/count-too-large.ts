import { isFeedbackProvider } from '@millrace/contract/email-feedback'
import type { FastifyError, FastifyInstance } from 'fastify'
import { limiterAddress } from '#access/address.ts'
import { createMinuteLimit } from '#access/minute-limit.ts'
import { isStoredId } from '#base/ids.ts'
import { findConnection } from '#connections/find-connection.ts'
import { countRefusal } from '#connections/take-delivery.ts'
import { countRefusedReport } from '#feedback/figures.ts'
import { isFeedbackSetUp } from '#feedback/set-up.ts'
import { answerError } from '../edge/answer-error.ts'
import type { HttpParts } from '../parts.ts'

/**
 * What is too large to be taken cannot prove its origin either: it is counted as refused, up to the number that other
 * refusals of an address are counted to.
 */
export function countTooLarge(app: FastifyInstance, parts: HttpParts): void {
  const tooOften = createMinuteLimit()
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' && !tooOften(limiterAddress(request.ip)))
      await count(parts, request.params)
    return answerError(error, request, reply)
  })
}

async function count({ database, sealer }: HttpParts, params: unknown): Promise<void> {
  const { address, organisationId = '', provider = '' } = params as Record<string, string | undefined>
  if (address !== undefined) {
    const connection = await findConnection(database.engineSql, sealer, address)
    if (connection !== undefined) await countRefusal(database, connection, 'too_large')
  } else if (isStoredId(organisationId) && isFeedbackProvider(provider)) {
    if (await isFeedbackSetUp(database.engineSql, organisationId, provider))
      await countRefusedReport(database, organisationId, provider, 'too_large')
  }
}
