import type { FastifyInstance } from 'fastify'
import type { HttpParts } from '../parts.ts'
import { standardHeaders } from './standard-headers.ts'

/** What every answer carries, and what is remembered of it. */
export function observe(
  app: FastifyInstance,
  { metrics, config }: Pick<HttpParts, 'metrics' | 'config'>,
): void {
  const always = standardHeaders(config)

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.headers(always)
    done()
  })

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const status = reply.statusCode
    metrics.requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
    // Addresses are logged by their pattern: a path may hold an id, a query anything.
    const line = {
      request_id: request.id,
      method: request.method,
      route,
      status,
      ms: Math.round(reply.elapsedTime),
      client: request.identity?.clientId,
    }
    // A crowd has a line now and then: refused-for-now.ts.
    if (status >= 400 && !request.inCrowd) request.log.info(line, 'request refused')
    else request.log.debug(line, 'request answered')
    done()
  })
}
