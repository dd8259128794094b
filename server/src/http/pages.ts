import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Published } from './openapi.ts'
import { pageAddresses } from './pages/addresses.ts'
import { serveDocument } from './pages/document.ts'
import { serveFiles } from './pages/files.ts'
import { serveNotBuilt } from './pages/not-built.ts'

/** Addresses for people's browsers: the only ones that are not in the OpenAPI document. */
export const pageUrls: readonly string[] = [...pageAddresses, '/assets/:file']

/** What Vite builds. */
export const DIST = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Pages and documents for people: the OpenAPI document, the API reference and the dashboard's files. */
export async function servePages(
  app: FastifyInstance,
  published: Published,
  dist: string = DIST,
): Promise<void> {
  serveDocument(app, published)
  const built = existsSync(join(dist, 'index.html'))
  // A separate scope, for what serving files adds to replies.
  await app.register(async pages => (built ? serveFiles(pages, published, dist) : serveNotBuilt(pages)))
}
