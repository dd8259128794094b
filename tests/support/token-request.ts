import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { type Answer, newAddress, request } from './millrace.ts'

/** A list sends the header several times. */
type SentHeaders = Record<string, string | string[]>

/** A request as it goes over the wire: nothing is added that the case did not ask for, except its length. */
export interface RawRequest {
  readonly method?: string
  readonly path?: string
  readonly headers?: SentHeaders
  readonly body?: string | Buffer
}

export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: Record<string, unknown>
}

export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** From its own address unless the headers name one, so that the limiter answers only where it is asked. */
export function sendRaw(url: string, raw: RawRequest): Promise<RawAnswer> {
  const { method = 'POST', path = '/oauth/token', body } = raw
  const headers: SentHeaders = { 'x-forwarded-for': newAddress(), ...raw.headers }
  if (body !== undefined && !('transfer-encoding' in headers)) {
    headers['content-length'] = String(Buffer.byteLength(body))
  }
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

/** What a client of these credentials sends. In texts, $ID and $SECRET stand for them. */
export type Build = (client: Credentials) => RawRequest
type Fields = Record<string, unknown>
/** What differs from the three documented fields; undefined leaves one out. A text replaces them all. */
type Changes = string | Fields | ((client: Credentials) => Fields)

export const jsonType = { 'content-type': 'application/json' }
export const formType = { 'content-type': 'application/x-www-form-urlencoded' }

export const json =
  (changes: Changes = {}, headers: SentHeaders = {}): Build =>
  client => ({
    headers: { ...jsonType, ...headers },
    body: filledIn(
      client,
      typeof changes === 'string' ? changes : JSON.stringify(changed(client, changes)),
      inJson,
    ),
  })

export const form =
  (changes: Changes = {}, headers: SentHeaders = {}): Build =>
  client => ({
    headers: { ...formType, ...headers },
    body: filledIn(client, typeof changes === 'string' ? changes : formText(changed(client, changes))),
  })

/** HTTP Basic, with a form that holds only the grant_type unless another body is given. */
export const byBasic =
  (build: Build = form('grant_type=client_credentials')): Build =>
  client =>
    headed({ authorization: basicHeader(client) }, build)(client)

export const headed =
  (headers: SentHeaders, build: Build): Build =>
  client => {
    const { headers: others, ...rest } = build(client)
    return { ...rest, headers: { ...others, ...headers } }
  }

export const at =
  (path: string, build: Build): Build =>
  client => ({ ...build(client), path: filledIn(client, path) })

/** The same request, made with other credentials. */
export const posingAs =
  (changes: Partial<Credentials>, build: Build): Build =>
  client =>
    build({ ...client, ...changes })

export const basicHeader = ({ clientId, clientSecret }: Credentials): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`

export const goodJson = '"client_id":"$ID","client_secret":"$SECRET","grant_type":"client_credentials"'
export const goodForm = 'client_id=$ID&client_secret=$SECRET&grant_type=client_credentials'

function changed(client: Credentials, changes: Exclude<Changes, string>): Fields {
  const documented = { client_id: '$ID', client_secret: '$SECRET', grant_type: 'client_credentials' }
  return { ...documented, ...(typeof changes === 'function' ? changes(client) : changes) }
}

const formText = (fields: Fields): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        `${name}=${value === '$ID' || value === '$SECRET' ? value : encodeURIComponent(String(value))}`,
    )
    .join('&')

function filledIn(
  { clientId, clientSecret }: Credentials,
  text: string,
  encode: (text: string) => string = encodeURIComponent,
): string {
  return text.replaceAll('$ID', encode(clientId)).replaceAll('$SECRET', encode(clientSecret))
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** What the token is for: a workflow endpoint that takes nothing but a token. */
export const useToken = (url: string, token: string): Promise<Answer> =>
  request(`${url}/v1/workflows`, { token })
