import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

/**
 * Fastify's own parser refuses a key named __proto__. To us it is data like any other: JSON.parse makes it an own
 * property, and nothing here copies bodies in a way that would make it more.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => {
      try {
        return JSON.parse(body)
      } catch {
        throw new Refusal('invalid_json')
      }
    },
  )
}
