import type { FastifyRequest } from 'fastify'
import type { ClientCredentials } from '#access/client-answer.ts'
import { invalidClient, invalidRequest } from './oauth-refusal.ts'
import type { Fields } from './read-body.ts'

/** How the client says who it is: in the body, or by HTTP Basic. Never both, never in the address. */
export interface PresentedClient {
  readonly basic: boolean
  readonly credentials: ClientCredentials
}

export function presentedClient(request: FastifyRequest, fields: Fields): PresentedClient {
  const query = request.query as Record<string, unknown>
  if ('client_id' in query || 'client_secret' in query) {
    throw invalidRequest('Send credentials in the body or by HTTP Basic, never in the address.')
  }
  const header = request.headers.authorization
  if (header === undefined) return { basic: false, credentials: fromBody(fields) }
  // Node hands out the first of several; a proxy before us may have looked at the last.
  if (fields.has('client_secret') || request.raw.headersDistinct.authorization?.length !== 1) {
    throw invalidRequest('Send credentials in one way: in the body or by HTTP Basic.')
  }
  const credentials = fromBasic(header)
  if (credentials === undefined) throw invalidClient(true)
  const named = fields.get('client_id')
  if (named !== undefined && named !== credentials.clientId) {
    throw invalidRequest('The client_id in the body is not the one of HTTP Basic.')
  }
  return { basic: true, credentials }
}

/** Which client a request speaks of, however wrong the rest of it is: it counts against that client's limit. */
export function namedClient(request: FastifyRequest): string | undefined {
  const { authorization = '' } = request.headers
  const { client_id } = request.query as Record<string, unknown>
  const inBody = request.body instanceof Map ? request.body.get('client_id') : undefined
  const names = [fromBasic(authorization)?.clientId, inBody, client_id]
  return names.find(name => typeof name === 'string')
}

function fromBody(fields: Fields): ClientCredentials {
  return { clientId: textField(fields, 'client_id'), clientSecret: textField(fields, 'client_secret') }
}

/** RFC 6749 section 2.3.1: id and secret are form-encoded before they are joined and written in Base64. */
function fromBasic(header: string): ClientCredentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(header)?.[1]
  const pair = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString()
  const colon = pair.indexOf(':')
  if (colon < 1) return undefined
  try {
    return { clientId: formDecoded(pair.slice(0, colon)), clientSecret: formDecoded(pair.slice(colon + 1)) }
  } catch {
    return undefined
  }
}

const formDecoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))

/** A text that must be there. The name is ours, so the answer may include it. */
export function textField(fields: Fields, name: string): string {
  const value = fields.get(name)
  if (value === undefined || value === '') throw invalidRequest(`The field ${name} is missing.`)
  if (typeof value !== 'string') throw invalidRequest(`The field ${name} must be a string.`)
  return value
}
