import { argon2Sync, randomBytes } from 'node:crypto'
import { type IncomingHttpHeaders, request as send } from 'node:http'
import type { Role } from '@millrace/contract/member'
import { newId } from '../../server/src/base/ids.ts'
import { newAddress, type TestMillrace } from './millrace.ts'

export interface PageAnswer<Body = Record<string, unknown>> {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: Body
}

interface Call {
  readonly json?: unknown
  readonly body?: string
  readonly headers?: Record<string, string>
}

/** A person at a browser: keeps the cookie, and sends the origin of its requests as browsers do. */
export interface Visitor {
  address: string
  /** name=value, as the next request sends it. */
  cookie: string | undefined
  ask<Body = Record<string, unknown>>(method: string, path: string, call?: Call): Promise<PageAnswer<Body>>
  get<Body = Record<string, unknown>>(path: string, call?: Call): Promise<PageAnswer<Body>>
  post<Body = Record<string, unknown>>(path: string, json: unknown, call?: Call): Promise<PageAnswer<Body>>
  patch<Body = Record<string, unknown>>(path: string, json: unknown): Promise<PageAnswer<Body>>
  delete<Body = Record<string, unknown>>(path: string): Promise<PageAnswer<Body>>
  signIn(email: string, password: string): Promise<PageAnswer>
}

/**
 * From a separate address. Not by `fetch`, whose answers are checked against the OpenAPI document, which does not have
 * the dashboard's addresses.
 */
export function visit(url: string): Visitor {
  // Where its last write is, with a replica.
  let written: string | undefined
  const visitor: Visitor = {
    address: newAddress(),
    cookie: undefined,
    async ask<Body>(method: string, path: string, { json, body, headers = {} }: Call = {}) {
      const sent = json === undefined ? body : JSON.stringify(json)
      const answer = await exchange(`${url}/dashboard/api${path}`, method, sent, {
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': visitor.address,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...cookies([visitor.cookie, written]),
        ...headers,
      })
      const isWritten = (cookie: string) => cookie.startsWith('millrace_written=')
      written = answer.headers['set-cookie']?.find(isWritten)?.split(';', 1)[0] ?? written
      const set = answer.headers['set-cookie']?.find(cookie => !isWritten(cookie))
      if (set !== undefined) {
        const pair = set.split(';', 1)[0] as string
        visitor.cookie = pair.endsWith('=') ? undefined : pair
      }
      return answer as PageAnswer<Body>
    },
    get: (path, call) => visitor.ask('GET', path, call),
    post: (path, json, call) => visitor.ask('POST', path, { json, ...call }),
    patch: (path, json) => visitor.ask('PATCH', path, { json }),
    delete: path => visitor.ask('DELETE', path),
    signIn: (email, given) => visitor.post('/session', { email, password: given }),
  }
  return visitor
}

const cookies = (pairs: readonly (string | undefined)[]) => {
  const cookie = pairs.filter(pair => pair !== undefined).join('; ')
  return cookie === '' ? {} : { cookie }
}

/** One request with exactly these headers. */
export function exchange(
  address: string,
  method: string,
  body: string | undefined,
  headers: Record<string, string>,
): Promise<PageAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = send(address, { method, headers: { ...length, ...headers } }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', chunk => {
        text += chunk
      })
      response.on('end', () => {
        const isJson = response.headers['content-type']?.startsWith('application/json')
        const parsed = isJson && text !== '' ? JSON.parse(text) : {}
        resolve({ status: response.statusCode as number, headers: response.headers, text, body: parsed })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

export const password = 'the tide is out at noon'
/**
 * As stored, by as little work as Argon2id can be: what is stored says how it was made, so that a sign-in is checked in
 * 0.06 milliseconds instead of 34. `password.test.ts` has what a real one costs.
 */
const stored = (() => {
  const nonce = randomBytes(16)
  const cost = { memory: 8, passes: 1, parallelism: 1 }
  const tag = argon2Sync('argon2id', { message: password, nonce, tagLength: 32, ...cost })
  const [salt, hash] = [nonce, tag].map(bytes => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt}$${hash}`
})()

export interface TestMember {
  readonly id: string
  readonly email: string
}

/** A member with the password above, of one organisation or several. */
export async function createTestMember(
  { database }: Pick<TestMillrace, 'database'>,
  organisations: string | readonly string[],
  { role = 'owner', serials = null }: { role?: Role; serials?: readonly string[] | null } = {},
): Promise<TestMember> {
  const member = { id: newId(), email: `${newId()}@example.com` }
  await database.engine.query('INSERT INTO members (id, email, name, password) VALUES ($1, $2, $3, $4)', [
    member.id,
    member.email,
    'Test Person',
    stored,
  ])
  for (const organisation of [organisations].flat()) {
    await database.engine.query(
      'INSERT INTO memberships (organisation_id, member_id, role, serials) VALUES ($1, $2, $3, $4)',
      [organisation, member.id, role, serials],
    )
  }
  return member
}

/** The same, signed in. */
export async function signedIn(
  millrace: Pick<TestMillrace, 'database' | 'url'>,
  organisations: string | readonly string[],
  options: { role?: Role; serials?: readonly string[] | null } = {},
): Promise<Visitor & { readonly member: TestMember }> {
  const member = await createTestMember(millrace, organisations, options)
  const visitor = visit(millrace.url)
  const answer = await visitor.signIn(member.email, password)
  if (answer.status !== 200) throw new Error(`not signed in: ${answer.text}`)
  return Object.assign(visitor, { member })
}

/** Someone of every kind but the owner, signed in, by what they are. */
export async function everyOtherKind(
  millrace: Pick<TestMillrace, 'database' | 'url'>,
  organisation: string,
): Promise<[string, Visitor][]> {
  const kinds = (['editor', 'viewer'] as const).flatMap(role =>
    [null, ['A']].map(serials => [`${role} of ${serials ?? 'all venues'}`, { role, serials }] as const),
  )
  return Promise.all(
    kinds.map(
      async ([name, kind]): Promise<[string, Visitor]> => [
        name,
        await signedIn(millrace, organisation, kind),
      ],
    ),
  )
}
