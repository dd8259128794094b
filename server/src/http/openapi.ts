import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { everyScope, scopes } from '@millrace/contract/scope'
import { MOST_EVENTS } from '@millrace/contract/sent-event'
import type { Config } from '#config/config.ts'
import { withHeadersAndLimits } from './openapi-headers.ts'
import { withWebhooks } from './openapi-webhooks.ts'

/** The OpenAPI document is made of the routes' own schemas; here is only what no route can say. */
export function openApi(config: Pick<Config, 'authUrl' | 'baseUrl'>): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Millrace',
        version: '1',
        summary: 'Events in, automations for guests out.',
        description:
          'Get a token with your API key, send an event, read its receipt and its runs. Everything belongs to the ' +
          'organisation of the API key; what belongs to another one does not exist here.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } as { name: string },
      },
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
    },
    // Fastify must not check these bodies as a whole, so no schema of theirs is called a body before this.
    transform: ({ schema, url }) => {
      const { entries, ...rest } = schema as { entries?: object }
      if (entries === undefined) return { schema, url }
      const list = { type: 'array', minItems: 1, maxItems: MOST_EVENTS, items: entries }
      return { schema: { ...rest, body: { anyOf: [entries, list] } }, url }
    },
    // The plugin knows three versions of the format by type, and the document is of one.
    transformObject: documented =>
      withWebhooks(withHeadersAndLimits((documented as { openapiObject: object }).openapiObject)),
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `def-${index}`),
    },
  }
}
