import type { FastifyInstance, FastifyRequest } from 'fastify'
import { contentEncoding } from '../edge/content-encoding.ts'
import { type JsonReading, readJson } from '../edge/json-text.ts'
import { invalidRequest, OAuthRefusal, wrongType } from './oauth-refusal.ts'

/** What the OAuth endpoints take: an object of JSON, or a form. Each key once. */
export type Fields = ReadonlyMap<string, unknown>

/**
 * A body that cannot be read is handed on as the refusal it leads to, instead of being answered at once: the token
 * endpoint counts it first.
 */
export function acceptOAuthBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const accept = (type: string, read: (bytes: Buffer) => Fields | OAuthRefusal) =>
    app.addContentTypeParser(
      type,
      { parseAs: 'buffer' },
      async (request: FastifyRequest, bytes: Buffer) => encoded(request) ?? read(bytes),
    )
  accept('application/json', readFields)
  accept('application/x-www-form-urlencoded', bytes => readForm(bytes.toString()))
  accept('*', wrongType)
}

/** Throws where the body could not be read. */
export function bodyFields({ body }: Pick<FastifyRequest, 'body'>): Fields {
  if (body instanceof OAuthRefusal) throw body
  return body instanceof Map ? body : new Map()
}

function encoded(request: FastifyRequest): OAuthRefusal | undefined {
  const refused = contentEncoding(request)
  return refused && new OAuthRefusal(415, 'invalid_request', refused.message, refused.headers)
}

const unreadable: Record<Exclude<JsonReading['kind'], 'read'>, string> = {
  not_utf8: 'The body is not readable JSON: it is not UTF-8.',
  not_json: 'The body is not readable JSON.',
  too_deep: 'The body is nested too deeply.',
  repeated_key: 'A field stands in the body more than once.',
}

function readFields(bytes: Buffer): Fields | OAuthRefusal {
  const reading = readJson(bytes)
  if (reading.kind !== 'read') return invalidRequest(unreadable[reading.kind])
  const { value } = reading
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return invalidRequest('The body must be a JSON object.')
  }
  return new Map(Object.entries(value))
}

function readForm(text: string): Fields | OAuthRefusal {
  if (/^\s*\{/.test(text)) {
    return invalidRequest('The body looks like JSON, but was sent as a form. Send it as application/json.')
  }
  const pairs = [...new URLSearchParams(text)]
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) {
    return invalidRequest('A field stands in the body more than once.')
  }
  // RFC 6749 section 3.2: a parameter without a value counts as left out.
  return new Map(pairs.filter(([, value]) => value !== ''))
}
