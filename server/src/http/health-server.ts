import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { newId } from '#base/ids.ts'
import { healthBindings } from './bindings.ts'
import { answerError } from './edge/answer-error.ts'
import { answerUnreadableAddress, answerUnreadableRequest } from './edge/broken-request.ts'
import { observe } from './edge/observe.ts'
import { answerWrongAddresses } from './edge/wrong-address.ts'
import type { HealthParts } from './parts.ts'

/** For a process with the worker role alone: the addresses for monitoring, and no others. */
export async function buildHealthServer(parts: HealthParts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: parts.logger as FastifyBaseLogger,
    childLoggerFactory: logger => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    requestTimeout: 10_000,
    forceCloseConnections: 'idle',
    frameworkErrors: answerUnreadableAddress(parts),
    clientErrorHandler: answerUnreadableRequest(parts),
  })
  app.decorateRequest('identity', null as never)
  observe(app, parts)
  app.setErrorHandler(answerError)
  answerWrongAddresses(app)
  for (const { operation, handler } of healthBindings) {
    app.route({ method: operation.method, url: operation.path, handler: handler(parts) })
  }
  await app.ready()
  return app
}
