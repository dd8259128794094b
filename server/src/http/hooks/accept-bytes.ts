import type { FastifyInstance } from 'fastify'

/** Signatures are over the exact bytes, so nothing is read here, whatever a delivery calls itself. */
export function acceptBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, bytes: Buffer) => bytes)
}
