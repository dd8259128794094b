import type { FastifyInstance } from 'fastify'
import { createRequestLog } from '#members/request-log.ts'
import { addGauge } from '#observability/metrics.ts'
import type { HttpParts } from '../../parts.ts'

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
