import type { FastifyInstance } from 'fastify'
import { openApiDocument, type Published, readOpenApiDocument } from '../openapi.ts'

export function serveDocument(app: FastifyInstance, published: Published): void {
  let text: string | undefined
  app.get(readOpenApiDocument.path, async (_request, reply) => {
    text ??= JSON.stringify(openApiDocument(published))
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(text)
  })
}
