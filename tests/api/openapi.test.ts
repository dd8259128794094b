import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { health } from '@millrace/contract/operations/health'
import { hooks } from '@millrace/contract/operations/hooks'
import { links } from '@millrace/contract/operations/links'
import { oauth } from '@millrace/contract/operations/oauth'
import { scim } from '@millrace/contract/operations/scim'
import { v1 } from '@millrace/contract/operations/v1'
import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from '@redocly/openapi-core'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageUrls } from '../../server/src/http/pages.ts'
import { createConformance, type OpenApiDocument } from '../support/conformance.ts'
import { request, startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { record } from '../support/record-conformance.ts'
import { LOOP_REPORTS_VARIABLE } from '../support/watched-millrace.ts'

let millrace: TestMillrace
let text: string
let document: OpenApiDocument & {
  openapi: string
  paths: Record<string, Record<string, { operationId: string; security?: object[] }>>
}

/** Of the server itself, as Fastify has them: what the document and the contract do not know is among them. */
const routes = new Set<string>()
const collectRoutes = (message: unknown) =>
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.add(`${one} ${inBraces(url)}`)
  })

beforeAll(async () => {
  subscribe('fastify.initialization', collectRoutes)
  millrace = await startTestMillrace({
    roles: ['api'],
    config: { baseUrl: 'https://api.millrace.test', authUrl: 'https://auth.millrace.test' },
  })
  unsubscribe('fastify.initialization', collectRoutes)
  text = (await request(here('/openapi.json'))).text
  document = JSON.parse(text)
})
afterAll(() => millrace.stop())

const here = (path: string) => `http://127.0.0.1:${millrace.config.port}${path}`

/** Some routes say which ids they take, in parentheses. */
const inBraces = (path: string) => path.replaceAll(/:(\w+)(\([^/]*\))?/g, '{$1}')

const operations = [oauth, v1, health].flatMap(catalogue => Object.values(catalogue))

describe('the OpenAPI document', () => {
  test('is of version 3.1 and passes the linter', async () => {
    expect(document.openapi).toBe('3.1.0')
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        // /incoming-event/{id} and /{workflowId}/workflow-runs stand in the contract. No path is both: neither an
        // event nor a workflow has such an id, and OpenAPI lets the concrete one win.
        'no-ambiguous-paths': 'off',
        // Probes and discovery take no input and no token; there is nothing to refuse.
        'operation-4xx-response': 'off',
        // The reference and the Postman collection show what is under a tag of the document.
        'operation-tag-defined': 'error',
      },
    })
    const problems = await lintDocument({
      document: makeDocumentFromString(text, 'openapi.json'),
      config,
      externalRefResolver: new BaseResolver(),
    })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    )
  })

  // A server whose loop is watched is in a thread, where its routes are not seen.
  test.skipIf(process.env[LOOP_REPORTS_VARIABLE] !== undefined)(
    'has every route of the server that is not for the dashboard, links or connected systems, and no other',
    () => {
      const described = Object.entries(document.paths).flatMap(([path, operations]) =>
        Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`),
      )
      const apart = new Set([
        ...[dashboard, links, hooks, scim]
          .flatMap(catalogue => Object.values(catalogue))
          .map(({ method, path }) => `${method} ${inBraces(path)}`),
        ...pageUrls.map(url => `GET ${inBraces(url)}`),
      ])
      const served = [...routes].filter(route => !route.startsWith('HEAD ') && !apart.has(route))
      expect(described.sort()).toEqual(served.sort())
      expect([...apart].filter(route => !routes.has(route))).toEqual([])
    },
  )

  test('has no page in it', () => {
    for (const url of pageUrls) expect(document.paths).not.toHaveProperty([url])
  })

  test('asks for a token where a route does, and nowhere else', () => {
    for (const operation of operations) {
      const { method, path, access } = operation
      const described = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      const basic = /^\/oauth\/(token|revoke|introspect)$/.test(path)
      const scoped = 'scope' in operation ? [{ bearer: [operation.scope] }] : []
      const open = basic ? [{}, { basic: [] }] : []
      expect([path, described?.security]).toEqual([
        path,
        access === 'public' ? open : [...scoped, { bearer: ['ALL:ALL'] }],
      ])
    }
  })

  test('names the addresses that are published', () => {
    expect(document).toMatchObject({
      servers: [{ url: 'https://api.millrace.test' }],
      components: {
        securitySchemes: {
          basic: { type: 'http', scheme: 'basic' },
          bearer: { flows: { clientCredentials: { tokenUrl: 'https://auth.millrace.test/oauth/token' } } },
        },
      },
    })
  })

  test('says of the two POSTs of the contract what the contract says', () => {
    expect(document.components.schemas).toMatchObject({
      IncomingEvent: {
        required: ['organisation_registration_id'],
        properties: { serials: { type: ['array', 'null'], items: { type: 'string', maxLength: 12 } } },
      },
      RunRequest: { required: ['org_reg_id'], additionalProperties: false },
      EventAnswer: { required: ['message', 'event'] },
      TokenResponse: { required: ['access_token', 'expires_in', 'token_type', 'scope'] },
    })
  })
})

describe('the OpenAPI document, about what a client reads besides bodies,', () => {
  type Answer = { headers: Record<string, { $ref: string }> }
  const answers = () =>
    Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) =>
        Object.entries(responses as unknown as Record<string, Answer>).map(
          ([status, answer]) => [`${method} ${path} ${status}`, Object.keys(answer.headers ?? {})] as const,
        ),
      ),
    )

  test('has the id of the request on every answer, and how long to wait on every 429', () => {
    for (const [name, headers] of answers()) {
      expect([name, headers]).toEqual([name, expect.arrayContaining(['X-Request-Id'])])
      if (name.endsWith('429'))
        expect([name, headers]).toEqual([name, expect.arrayContaining(['Retry-After'])])
    }
    expect(Object.fromEntries(answers())['post /v1/workflows/{workflowId}/workflow-runs 201']).toEqual([
      'X-Request-Id',
      'RateLimit',
      'RateLimit-Policy',
      'Location',
      'Idempotent-Replayed',
    ])
  })

  test('has the limits of every number', () => {
    const unlimited: string[] = []
    const walk = (part: unknown, path: string): void => {
      if (typeof part !== 'object' || part === null) return
      const { type, ...rest } = part as { type?: unknown }
      // Sums of money have none: a refund can be larger than all visits.
      if ([type].flat().some(name => name === 'integer' || name === 'number') && !/spend/.test(path)) {
        if (!('minimum' in rest)) unlimited.push(path)
      }
      for (const [name, value] of Object.entries(part)) walk(value, `${path}/${name}`)
    }
    walk(document, '')
    expect(unlimited).toEqual([])
  })
})

describe('the check that every answer of this suite is as documented', () => {
  const alive = { method: 'GET', path: '/livez', status: 200, contentType: 'application/json', body: '' }
  const problem = JSON.stringify({ message: 'x', code: 'not_found', request_id: 'y' })

  test.each([
    ['as documented', { body: '{"status":"alive"}' }, undefined],
    ['another value', { body: '{"status":"well"}' }, 'must be equal to'],
    ['a missing field', { body: '{}' }, "must have required property 'status'"],
    ['no JSON', { body: 'alive' }, 'must be object'],
    ['another type', { body: '{"status":"alive"}', contentType: 'text/html' }, 'does not have the type'],
    [
      'a header that is not documented',
      { body: '{"status":"alive"}', headers: ['x-request-id', 'location'] },
      'the header location',
    ],
    ['no id of the request', { body: '{"status":"alive"}', headers: [] }, 'x-request-id is missing'],
    ['another status', { status: 202, body: '{"status":"alive"}' }, 'does not have this status'],
    ['an unknown path that is 404', { path: '/nowhere', status: 404, body: problem }, undefined],
    ['an unknown path that is not', { path: '/nowhere', body: '{}' }, 'is not in the document'],
    ['an unknown method that is 405', { method: 'PUT', status: 405, body: problem }, undefined],
    ['an unknown method that is not', { method: 'PUT', body: '{}' }, 'should be 405'],
    ['a problem without its code', { path: '/nowhere', status: 404, body: '{"message":"x"}' }, 'code'],
  ])('judges right: %s', (_what, exchange, fault) => {
    const found = createConformance(document)({ ...alive, ...exchange })
    if (fault === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(fault)
  })

  test('sees the answers of this file', () => {
    expect(record.answers).toBeGreaterThan(0)
  })

  test('hears of a server that answers otherwise than its document says', async () => {
    const liar = createServer((incoming, answer) => {
      answer.setHeader('content-type', 'application/json')
      answer.end(incoming.url === '/openapi.json' ? text : '{"status":"dead"}')
    })
    await new Promise<void>(resolve => liar.listen(0, '127.0.0.1', resolve))
    const { port } = liar.address() as { port: number }
    await request(`http://127.0.0.1:${port}/livez`)
    liar.closeAllConnections()
    liar.close()
    const heard = [...record.violations].filter(violation => violation.startsWith('GET /livez → 200'))
    expect(heard).toHaveLength(1)
    for (const violation of heard) record.violations.delete(violation)
  })
})
