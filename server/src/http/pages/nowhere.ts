import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Published } from '../openapi.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'

/** Addresses of programs, and of links in messages to guests, who have no dashboard. */
const NOT_FOR_MEMBERS =
  /^\/+(?:v\d+|oauth|dashboard\/api|hooks|callbacks|l|answer|confirm|preferences|unsubscribe|images|scim|assets|livez|readyz|metrics|openapi\.json|\.well-known)(?:[/?]|$)/

/** What a browser gets where nothing is. */
export interface NowherePage {
  isFor(request: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean
  send(reply: FastifyReply): FastifyReply
}

/** The dashboard, which says in its frame that there is no such page. Programs get what the API answers. */
export function nowherePage(published: Published, dist: string): NowherePage {
  const file = join(dist, 'index.html')
  const policy = contentSecurityPolicy(published)
  return {
    isFor: ({ method, url, headers: { accept = '' } }) =>
      (method === 'GET' || method === 'HEAD') &&
      accept.includes('text/html') &&
      !NOT_FOR_MEMBERS.test(url) &&
      existsSync(file),
    send: reply =>
      reply
        .code(404)
        .headers({
          'content-security-policy': policy,
          'cache-control': 'no-cache',
        })
        .type('text/html; charset=utf-8')
        // Read at each request: the dashboard may be rebuilt while the server runs.
        .send(readFileSync(file)),
  }
}
