import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Published } from '../openapi.ts'
import { Refusal } from '../refusal.ts'
import { pageAddresses } from './addresses.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'

/** No path, and nothing that begins with a dot. */
const FILE_NAME = /^[\w-]+(\.[\w-]+)+$/

/** What Vite built: one page for all addresses, whose script decides what is shown, and the files it needs. */
export async function serveFiles(pages: FastifyInstance, published: Published, dist: string): Promise<void> {
  await pages.register(fastifyStatic, { root: dist, serve: false, preCompressed: true })

  const policy = contentSecurityPolicy(published)
  for (const url of pageAddresses) {
    pages.get(url, async (_request, reply) => {
      reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
      return reply.sendFile('index.html', { cacheControl: false })
    })
  }

  const assets = join(dist, 'assets')
  pages.get<{ Params: { file: string } }>('/assets/:file', async (request, reply) => {
    const { file } = request.params
    // Looked for at each request: the dashboard may be rebuilt while the server runs.
    if (!FILE_NAME.test(file) || !existsSync(join(assets, file))) throw new Refusal('not_found')
    // The name carries a hash of the content, so what it names never changes.
    return reply.sendFile(file, assets, { immutable: true, maxAge: '365d' })
  })
}
