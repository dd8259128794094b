import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { type Answer, newAddress, request } from './millrace.ts'

/** A request as it goes over the wire: nothing is added that the case did not ask for, except its length. */
export interface RawRequest {
  readonly method?: string
  readonly path?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Buffer
}

export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: Record<string, unknown>
}

export interface ClientSecretPair {
  readonly clientId: string
  readonly clientSecret: string
}

/** From an address of its own unless the headers name one, so that the limiter answers only where it is asked. */
export function sendRaw(url: string, raw: RawRequest): Promise<RawAnswer> {
  const { method = 'POST', path = '/oauth/token', body } = raw
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const headers = { 'x-forwarded-for': newAddress(), ...length, ...raw.headers }
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${url}${path}`, { method, headers }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({
          status: response.statusCode as number,
          headers: response.headers,
          text,
          body: parsed(text),
        })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

export const jsonType = { 'content-type': 'application/json' }
export const formType = { 'content-type': 'application/x-www-form-urlencoded' }

/** The three documented fields; a field given as undefined is left out. */
export const tokenFields = (
  { clientId, clientSecret }: ClientSecretPair,
  changes: Record<string, unknown> = {},
): Record<string, unknown> => ({
  client_id: clientId,
  client_secret: clientSecret,
  grant_type: 'client_credentials',
  ...changes,
})

export const jsonRequest = (
  client: ClientSecretPair,
  changes?: Record<string, unknown>,
  headers: OutgoingHttpHeaders = {},
): RawRequest => ({
  headers: { ...jsonType, ...headers },
  body: JSON.stringify(tokenFields(client, changes)),
})

export const formBody = (fields: Record<string, unknown>): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()

export const formRequest = (
  client: ClientSecretPair,
  changes?: Record<string, unknown>,
  headers: OutgoingHttpHeaders = {},
): RawRequest => ({ headers: { ...formType, ...headers }, body: formBody(tokenFields(client, changes)) })

export const basic = (clientId: string, clientSecret: string): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
})

export const basicRequest = (
  client: ClientSecretPair,
  fields: Record<string, unknown> = { grant_type: 'client_credentials' },
): RawRequest => ({
  headers: { ...formType, ...basic(client.clientId, client.clientSecret) },
  body: formBody(fields),
})

/** What the token is for: the status of a workflow endpoint that takes nothing but a token. */
export const useToken = (url: string, token: string): Promise<Answer> =>
  request(`${url}/v1/workflows`, { token })
