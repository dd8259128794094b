import type { FastifyInstance } from 'fastify'

/** Pages and documents for people: the OpenAPI document, the API reference and the dashboard's files. */
export async function servePages(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', { schema: { hide: true } as object }, async () => app.swagger())
}
