import type { Operation } from '@millrace/contract/operations/operation'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { createMemberLimiter } from '#access/member-limiter.ts'
import {
  dashboardBindings,
  healthBindings,
  hookBindings,
  linkBindings,
  oauthBindings,
  scimBindings,
  v1Bindings,
} from './bindings.ts'
import { compileAtFirstUse } from './compile-schemas.ts'
import { requirePrivateAddress } from './dashboard/edge/private-address.ts'
import { recordRequests } from './dashboard/edge/record-requests.ts'
import { refuseCrossSite } from './dashboard/edge/same-origin.ts'
import { answerError } from './edge/answer-error.ts'
import { confirmFirst } from './edge/bearer.ts'
import {
  answerUnreadableAddress,
  answerUnreadableRequest,
  answerWhatNodeRefuses,
} from './edge/broken-request.ts'
import { acceptJson } from './edge/json-body.ts'
import { observe } from './edge/observe.ts'
import { answerPreflights } from './edge/preflight.ts'
import { requestId } from './edge/request-id.ts'
import { answerWrongAddresses } from './edge/wrong-address.ts'
import { acceptBytes } from './hooks/accept-bytes.ts'
import { countTooLarge } from './hooks/count-too-large.ts'
import { acceptForms } from './links/accept-forms.ts'
import { acceptOAuthBodies } from './oauth/read-body.ts'
import { nowherePage } from './pages/nowhere.ts'
import { DIST, servePages } from './pages.ts'
import type { HttpParts } from './parts.ts'
import { namedSchemas, withReferences } from './schemas.ts'
import { acceptScim } from './scim/scim-edge.ts'
import { toRoute } from './to-route.ts'
import { acceptEntries } from './v1/events/read-entries.ts'

export async function buildServer(parts: HttpParts): Promise<FastifyInstance> {
  const schemas = compileAtFirstUse()
  const app = Fastify({
    loggerInstance: parts.logger as FastifyBaseLogger,
    // A logger for each request cost a twentieth of it; the lines that need the request's id name it.
    childLoggerFactory: logger => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    trustProxy: parts.config.trustedProxies.length > 0 ? parts.config.trustedProxies : false,
    bodyLimit: 64 * 1024,
    // Slow senders are cut off; see also Node's headersTimeout.
    requestTimeout: 10_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        // Ajv's own passes over the code that it writes took half of the time to compile a schema, and V8 makes them again.
        code: { optimize: false },
        allErrors: true,
        allowUnionTypes: true,
        // An error then holds the schema that it broke, which knows the names that were meant.
        verbose: true,
      },
    },
    schemaController: { compilersFactory: schemas.compilers },
    // Longer than any address that Node lets through: an id is any string, and one that is not known is 404.
    routerOptions: { maxParamLength: 64 * 1024 },
    frameworkErrors: answerUnreadableAddress(parts),
    clientErrorHandler: answerUnreadableRequest(parts),
    // Node looks for slow senders as often as this; by default twice a minute, so that ten seconds could be forty.
    http: { requireHostHeader: false, connectionsCheckingInterval: 1_000 },
  })
  app.server.headersTimeout = 10_000

  // Declared, so that every request has the same shape from the start.
  app.decorateRequest('identity', null as never)
  app.decorateRequest('unconfirmed', undefined)
  app.decorateRequest('session', null as never)
  app.decorateRequest('member', null as never)
  app.decorateRequest('lists', null as never)
  app.decorateRequest('refusedFor', undefined)
  app.decorateRequest('inCrowd', false)

  app.addHook('preValidation', schemas.inTurns)
  acceptJson(app)
  observe(app, parts)
  answerWhatNodeRefuses(app)
  recordRequests(app, parts)
  app.setErrorHandler(confirmFirst(parts, answerError as never))
  answerPreflights(app)
  answerWrongAddresses(app, nowherePage(parts.config, DIST))
  for (const schema of namedSchemas) app.addSchema(withReferences(schema))

  const isOfEntries = ({ operation }: { operation: Operation }) => operation.entries !== undefined
  for (const binding of v1Bindings) {
    if (!isOfEntries(binding)) app.route(toRoute(binding, parts, { closedQuery: true }))
  }
  await app.register(async many => {
    acceptEntries(many)
    for (const binding of v1Bindings.filter(isOfEntries))
      many.route(toRoute(binding, parts, { closedQuery: true }))
  })
  // Monitoring is never turned away.
  const { shares: _, ...whole } = parts
  for (const binding of healthBindings) app.route(toRoute(binding, whole))
  await app.register(async oauth => {
    acceptOAuthBodies(oauth)
    for (const binding of oauthBindings) oauth.route(toRoute(binding, parts))
  })
  await app.register(async dashboard => {
    dashboard.addHook('onRequest', requirePrivateAddress(parts.config))
    dashboard.addHook('onRequest', refuseCrossSite(parts.config))
    const area = { closedQuery: true, inLanguage: true, limiter: createMemberLimiter() }
    for (const binding of dashboardBindings) dashboard.route(toRoute(binding, parts, area))
  })
  await app.register(async open => {
    acceptForms(open)
    for (const binding of linkBindings) open.route(toRoute(binding, parts))
  })
  await app.register(async taking => {
    acceptBytes(taking)
    countTooLarge(taking, parts)
    for (const binding of hookBindings) taking.route(toRoute(binding, parts))
  })
  await app.register(async provisioning => {
    acceptScim(provisioning, parts)
    for (const binding of scimBindings) provisioning.route(toRoute(binding, parts))
  })
  await servePages(app, parts.config)
  await app.ready()
  return app
}
