import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidRequest } from './oauth-refusal.ts'
import { hasRepeatedKeys } from './repeated-keys.ts'

/** What the OAuth endpoints take: an object of JSON, or a form. Each key once. */
export type Fields = ReadonlyMap<string, unknown>

export function acceptOAuthBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: unknown, body: string) =>
    readJson(body),
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: string) => readForm(body),
  )
}

export const bodyFields = (request: Pick<FastifyRequest, 'body'>): Fields =>
  request.body instanceof Map ? request.body : new Map()

function readJson(text: string): Fields {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw invalidRequest('The body is not readable JSON.')
  }
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw invalidRequest('The body must be a JSON object.')
  }
  if (hasRepeatedKeys(text)) throw invalidRequest('A field stands in the body more than once.')
  return new Map(Object.entries(body))
}

function readForm(text: string): Fields {
  const pairs = [...new URLSearchParams(text)]
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) {
    throw invalidRequest('A field stands in the body more than once.')
  }
  // RFC 6749 section 3.2: a parameter without a value counts as left out.
  return new Map(pairs.filter(([, value]) => value !== ''))
}
