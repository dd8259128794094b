import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

/** No message nests deeper than three; the rest is for fields of newer clients, which are ignored. */
const DEEPEST = 32

/**
 * Fastify's own parser refuses a key named __proto__. To us it is data like any other: JSON.parse makes it an own
 * property, and nothing here copies bodies in a way that would make it more.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    try {
      done(null, read(request, text as string))
    } catch (error) {
      done(error as Error)
    }
  })
}

function read(request: FastifyRequest, text: string): unknown {
  // Many clients name a type also where they send nothing.
  if (text === '' && request.routeOptions.schema?.body === undefined) return undefined
  const body = parse(text)
  if (isDeeperThan(DEEPEST, body)) {
    throw new Refusal('validation_failed', {
      errors: { body: [`must not be nested more than ${DEEPEST} levels deep`] },
    })
  }
  return body
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid_json')
  }
}

/** Whoever walks a body does so by recursion, which is safe from here on. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false
  return levels === 0 || Object.values(value).some(inner => isDeeperThan(levels - 1, inner))
}
