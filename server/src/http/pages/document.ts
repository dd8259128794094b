import type { FastifyInstance } from 'fastify'

/** In the words of @fastify/swagger, which adds `tags` and the like to Fastify's own type. */
const schema = {
  operationId: 'readOpenApiDocument',
  tags: ['Operations'],
  summary: 'This description of the API',
  description: 'OpenAPI 3.1. The page at /docs is made from it.',
  security: [],
  response: {
    200: { type: 'object', description: 'The OpenAPI document.', additionalProperties: true },
  },
} as object

export function serveDocument(app: FastifyInstance): void {
  let text: string | undefined
  app.get('/openapi.json', { schema }, async (_request, reply) => {
    // No route is added once the server is ready, so it is written once.
    text ??= JSON.stringify(app.swagger())
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(text)
  })
}
