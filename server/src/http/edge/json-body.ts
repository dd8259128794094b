import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasMoreValues, MOST_VALUES } from '#base/count-values.ts'
import { Refusal } from '../refusal.ts'
import { contentEncoding } from './content-encoding.ts'
import { addFault, shortened } from './faults.ts'
import { DEEPEST, readJson } from './json-text.ts'

const FORM = 'application/x-www-form-urlencoded'

/** Only what is larger than the usual limit of a body can have too many values. */
const USUAL_LIMIT = 64 * 1024

/**
 * Fastify's own parser refuses a key named __proto__. To us it is data like any other: JSON.parse makes it an own
 * property, and nothing here copies bodies in a way that would make it more.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(FORM, { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(formRefusal(bytes as Buffer)),
  )
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJsonBody)
}

export function readJsonBody(
  request: FastifyRequest,
  bytes: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  try {
    done(null, read(request, bytes as Buffer))
  } catch (error) {
    done(error as Error)
  }
}

function read(request: FastifyRequest, bytes: Buffer): unknown {
  const encoding = contentEncoding(request)
  if (encoding !== undefined) throw new Refusal('unsupported_media_type', encoding)
  // Many clients name a type also where they send nothing.
  if (bytes.length === 0 && request.routeOptions.schema?.body === undefined) return undefined
  // Its signs are ASCII, which no other character of UTF-8 has among its bytes.
  if (bytes.length > USUAL_LIMIT && hasMoreValues(bytes.toString('latin1'), MOST_VALUES)) {
    throw faulty('body', `must not have more than ${MOST_VALUES} values`)
  }
  const reading = readJson(bytes)
  switch (reading.kind) {
    case 'read':
      return reading.value
    case 'not_utf8':
      throw new Refusal('invalid_json', { message: 'The body is not readable JSON: it is not UTF-8.' })
    case 'not_json': {
      const { line, column } = reading.at
      const message = `The body is not readable JSON: see line ${line}, column ${column}.`
      throw new Refusal('invalid_json', { message })
    }
    case 'too_deep':
      throw faulty('body', `must not be nested more than ${DEEPEST} levels deep`)
    case 'repeated_key':
      throw faulty(shortened(reading.path) || 'body', 'is given more than once')
  }
}

/** curl, among others, calls everything a form unless it is given a type. */
function formRefusal(bytes: Buffer): Refusal {
  const isJson = /^\s*[{[]/.test(bytes.toString('latin1', 0, 100))
  const message = `The body looks like JSON, but its Content-Type says that it is a form. Send it as application/json.`
  return new Refusal('unsupported_media_type', isJson ? { message } : {})
}

function faulty(path: string, sentence: string): Refusal {
  const errors = {}
  addFault(errors, path, sentence)
  return new Refusal('validation_failed', { errors })
}
