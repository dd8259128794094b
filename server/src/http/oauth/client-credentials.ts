import type { FastifyRequest } from 'fastify'
import type { ClientCredentials } from '#access/issue-token.ts'
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
  if (fields.has('client_secret')) {
    throw invalidRequest('Send credentials in one way: in the body or by HTTP Basic.')
  }
  const credentials = fromBasic(header)
  const named = fields.get('client_id')
  if (named !== undefined && named !== credentials.clientId) {
    throw invalidRequest('The client_id in the body is not the one of HTTP Basic.')
  }
  return { basic: true, credentials }
}

function fromBody(fields: Fields): ClientCredentials {
  return { clientId: textField(fields, 'client_id'), clientSecret: textField(fields, 'client_secret') }
}

/** RFC 6749 section 2.3.1: id and secret are form-encoded before they are joined and written in Base64. */
function fromBasic(header: string): ClientCredentials {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(header)?.[1]
  const pair = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString()
  const colon = pair.indexOf(':')
  if (colon < 1) throw invalidClient(true)
  try {
    return { clientId: formDecoded(pair.slice(0, colon)), clientSecret: formDecoded(pair.slice(colon + 1)) }
  } catch {
    throw invalidClient(true)
  }
}

const formDecoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))

/** A text that must be there. The name is ours, so it may be told. */
export function textField(fields: Fields, name: string): string {
  const value = fields.get(name)
  if (value === undefined || value === '') throw invalidRequest(`The field ${name} is missing.`)
  if (typeof value !== 'string') throw invalidRequest(`The field ${name} must be a string.`)
  return value
}
