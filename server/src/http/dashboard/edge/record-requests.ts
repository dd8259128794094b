import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestLog } from '#members/request-log.ts'
import { addGauge } from '#observability/metrics.ts'
import { toRefusal } from '../../edge/answer-error.ts'
import type { HttpParts } from '../../parts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the refusal it was answered with. */
    refusedFor: string | undefined
  }
}

type AnswerError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => unknown

export const noteRefusal =
  (answer: AnswerError): AnswerError =>
  (error, request, reply) => {
    request.refusedFor = toRefusal(error).code
    return answer(error, request, reply)
  }

/** What was asked with an API key, for its owners to read. */
export function recordRequests(
  app: FastifyInstance,
  { database, logger, metrics }: Pick<HttpParts, 'database' | 'logger' | 'metrics'>,
): void {
  const log = createRequestLog(database.engineSql, error =>
    logger.warn({ err: error }, 'requests of API keys were not written down'),
  )
  addGauge(
    metrics,
    'millrace_request_log_dropped',
    'Requests of API keys that were not written down, since the start.',
    log.dropped,
  )
  app.decorateRequest('refusedFor', undefined)
  app.addHook('onResponse', (request, reply, done) => {
    if (request.identity) {
      log.note({
        organisationId: request.identity.organisationId,
        keyId: request.identity.keyId,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        durationMs: reply.elapsedTime,
        code: request.refusedFor,
        requestId: request.id,
      })
    }
    done()
  })
  app.addHook('onClose', () => log.close())
}
