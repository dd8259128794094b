import { health } from '@millrace/contract/operations/health'
import { oauth } from '@millrace/contract/operations/oauth'
import { type Operation, operation } from '@millrace/contract/operations/operation'
import { v1 } from '@millrace/contract/operations/v1'
import { everyScope, scopes } from '@millrace/contract/scope'
import { Type } from 'typebox'
import type { Config } from '#config/config.ts'
import { withHeadersAndLimits } from './openapi-headers.ts'
import { describeOperation, describeSchema } from './openapi-operation.ts'
import { withWebhooks } from './openapi-webhooks.ts'
import { namedSchemas } from './schemas.ts'

export const readOpenApiDocument = operation({
  method: 'GET',
  path: '/openapi.json',
  access: 'public',
  tags: ['Operations'],
  summary: 'This description of the API',
  description: 'OpenAPI 3.1. The page at /docs is made from it.',
  answers: { 200: Type.Object({}, { description: 'The OpenAPI document.', additionalProperties: true }) },
})

export const info = {
  title: 'Millrace',
  version: '1',
  summary: 'Events in, automations for guests out.',
  description:
    'Get a token with your API key, send an event, read its receipt and its runs. Everything belongs to the ' +
    'organisation of the API key; what belongs to another one does not exist here.',
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
}

/** What programs can call. What the dashboard, guests and other systems call is not described to them. */
const described: Readonly<Record<string, Operation>> = { ...v1, ...health, ...oauth, readOpenApiDocument }

/** Where Millrace can be reached from outside. */
export type Published = Pick<Config, 'authUrl' | 'baseUrl'>

/** The OpenAPI document, made of the contract; here is only what no operation can say. */
export function openApiDocument(config: Published): object {
  const document = {
    openapi: '3.1.0',
    info,
    servers: [{ url: config.baseUrl }],
    tags: [
      { name: 'Authentication', description: 'OAuth 2.0 client credentials.' },
      { name: 'Workflows', description: 'Events into workflows, and their results.' },
      { name: 'Events', description: 'Many events at once, by any identifier of their guests.' },
      { name: 'Broadcasts', description: 'Workflows that are sent to the members of a segment.' },
      { name: 'Guests', description: 'People registered with the organisation.' },
      { name: 'Imports', description: 'Guests from a file, in the background, with a trial and an undo.' },
      { name: 'Segments', description: 'Groups of guests that share a condition.' },
      { name: 'Subscriptions', description: 'Addresses that are sent what happens.' },
      { name: 'Suppressions', description: 'Addresses and numbers to which nothing is sent.' },
      { name: 'Venues', description: 'Where it happens.' },
      { name: 'Operations', description: 'For operators.' },
    ],
    components: {
      schemas: Object.fromEntries(
        namedSchemas.map(schema => [(schema as { $id?: string }).$id, describeSchema(schema, true)]),
      ),
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description:
            'client_id and client_secret of the API key, each form-encoded first (RFC 6749, 2.3.1).',
        },
        bearer: {
          type: 'oauth2',
          flows: {
            clientCredentials: {
              tokenUrl: `${config.authUrl}/oauth/token`,
              scopes: { [everyScope]: 'Everything in the organisation', ...scopes },
            },
          },
        },
      },
    },
    paths: paths(),
  }
  return withWebhooks(withHeadersAndLimits(document as never))
}

function paths(): Record<string, Record<string, object>> {
  const found: Record<string, Record<string, object>> = {}
  for (const [name, operation] of Object.entries(described)) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}')
    found[path] = { ...found[path], [operation.method.toLowerCase()]: describeOperation(name, operation) }
  }
  return found
}
