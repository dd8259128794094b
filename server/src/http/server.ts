import swagger from '@fastify/swagger'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifySchema,
  LogController,
  type RouteOptions,
} from 'fastify'
import { newId } from '#base/ids.ts'
import { compileAtFirstUse } from './compile-schemas.ts'
import { requirePrivateAddress } from './dashboard/edge/private-address.ts'
import { noteRefusal, recordRequests } from './dashboard/edge/record-requests.ts'
import { refuseCrossSite } from './dashboard/edge/same-origin.ts'
import { requireSession } from './dashboard/edge/signed-in.ts'
import { answerError } from './edge/answer-error.ts'
import { confirmFirst, recogniseBearer, requireBearer } from './edge/bearer.ts'
import { answerUnreadableAddress, answerUnreadableRequest } from './edge/broken-request.ts'
import { acceptJson } from './edge/json-body.ts'
import { observe } from './edge/observe.ts'
import { answerWrongAddresses } from './edge/wrong-address.ts'
import { acceptOAuthBodies } from './oauth/read-body.ts'
import { openApi } from './openapi.ts'
import { servePages } from './pages.ts'
import type { HttpParts } from './parts.ts'
import { acceptForms } from './public/accept-forms.ts'
import type { Route } from './route.ts'
import { apiRoutes, dashboardRoutes, oauthRoutes, publicRoutes } from './routes.ts'
import { namedSchemas, withReferences } from './schemas.ts'

export async function buildServer(parts: HttpParts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: parts.logger as FastifyBaseLogger,
    // A logger for each request cost a twentieth of it; the lines that need the request's id name it.
    childLoggerFactory: logger => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: request => wellFormedId(request.headers['x-request-id']) ?? newId(),
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
        allErrors: true,
        allowUnionTypes: true,
      },
    },
    schemaController: { compilersFactory: compileAtFirstUse },
    // Longer than any address that Node lets through: an id is any string, and one that is not known is 404.
    routerOptions: { maxParamLength: 64 * 1024 },
    frameworkErrors: answerUnreadableAddress(parts),
    clientErrorHandler: answerUnreadableRequest(parts),
  })
  app.server.headersTimeout = 10_000

  // Declared, so that every request has the same shape from the start.
  app.decorateRequest('identity', null as never)
  app.decorateRequest('unconfirmed', undefined)
  app.decorateRequest('session', null as never)
  app.decorateRequest('member', null as never)

  acceptJson(app)
  observe(app, parts)
  recordRequests(app, parts)
  app.setErrorHandler(confirmFirst(parts, noteRefusal(answerError) as never))
  answerWrongAddresses(app)
  for (const schema of namedSchemas) app.addSchema(withReferences(schema))
  await app.register(swagger, openApi(parts.config))

  for (const route of apiRoutes) app.route(toOptions(route, parts))
  await app.register(async oauth => {
    acceptOAuthBodies(oauth)
    for (const route of oauthRoutes) oauth.route(toOptions(route, parts))
  })
  await app.register(async dashboard => {
    dashboard.addHook('onRequest', requirePrivateAddress(parts.config))
    dashboard.addHook('onRequest', refuseCrossSite(parts.config))
    for (const route of dashboardRoutes) dashboard.route(toOptions(route, parts))
  })
  await app.register(async open => {
    acceptForms(open)
    for (const route of publicRoutes) open.route(toOptions(route, parts))
  })
  await servePages(app)
  await app.ready()
  return app
}

function toOptions(route: Route, parts: HttpParts): RouteOptions {
  const guard = guardOf(route, parts)
  const schema = {
    ...(withReferences({ ...route.schema, response: described(route.schema.response) }) as FastifySchema),
    ...documented(route),
  }
  return {
    method: route.method,
    url: route.url,
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    ...(guard === undefined ? {} : { onRequest: guard }),
    ...route.options,
    schema,
    handler: route.handler(parts) as RouteOptions['handler'],
  }
}

function guardOf(route: Route, parts: HttpParts) {
  switch (route.access) {
    case 'public':
      return undefined
    case 'bearer':
      return requireBearer(parts)
    case 'recognised':
      return recogniseBearer(parts)
    default:
      return requireSession(parts, route)
  }
}

/** Who may call it, for the OpenAPI document; the dashboard's own routes and those for guests are not in there. */
function documented(route: Route): object {
  if (dashboardRoutes.includes(route) || publicRoutes.includes(route)) return { hide: true }
  return { security: route.access === 'public' ? [] : [{ bearer: [] }] }
}

/** In the document an answer is called by its schema's title, where the route says nothing better. */
function described(responses: Route['schema']['response']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => {
      const { $id, title, description } = schema as { $id?: string; title?: string; description?: string }
      return [status, $id === undefined ? schema : { description: description ?? title, $ref: `${$id}#` }]
    }),
  )
}

function wellFormedId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:-]{1,128}$/.test(header) ? header : undefined
}
