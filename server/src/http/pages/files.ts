import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance } from 'fastify'
import { answerError } from '../edge/answer-error.ts'
import { Refusal } from '../refusal.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'

/** What Vite built. Files in assets/ carry a hash of their content in their name, so they never change. */
export async function serveFiles(pages: FastifyInstance, dist: string): Promise<void> {
  pages.setErrorHandler<FastifyError>((error, request, reply) =>
    answerError(
      isWrongPath(error) ? (new Refusal('not_found') as unknown as FastifyError) : error,
      request,
      reply,
    ),
  )
  await pages.register(fastifyStatic, {
    root: join(dist, 'assets'),
    prefix: '/assets/',
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  })

  let policy: string | undefined
  for (const url of ['/', '/docs']) {
    // One page for all addresses: the script in it decides what is shown.
    pages.get(url, { schema: { hide: true } as object }, async (_request, reply) => {
      policy ??= contentSecurityPolicy(pages.swagger())
      reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
      return reply.sendFile('index.html', dist, { cacheControl: false })
    })
  }
}

/** Doubled slashes, dots and the like: for the caller there is simply nothing there. */
const isWrongPath = (error: FastifyError) => error.code === 'FST_STATIC_FORBIDDEN_PATH'
