import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey, revokeKey } from '../../server/src/access/keys.ts'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import {
  type Answer,
  getToken,
  newAddress,
  request,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'
import { rawLines, rawRequest } from '../support/raw-request.ts'
import { endsAtOnce } from '../support/workflows.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let token: string
let guest: string
let workflow: string

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  organisation = await millrace.organisation()
  token = await organisation.token()
  guest = await organisation.guest()
  workflow = await organisation.workflow(endsAtOnce({ source: 'till' }))
})
afterAll(() => millrace.stop())

interface Problem {
  code: string
  message: string
  request_id: string
  errors?: Record<string, string[]>
}

const events = () => `${millrace.url}/v1/workflows/incoming-event`
const event = () => ({ organisation_registration_id: guest })

describe('without a valid token', () => {
  const plain = 'Bearer realm="millrace"'
  const invalid = 'Bearer realm="millrace", error="invalid_token"'

  /** A token that was good, of a separate key. */
  async function used(spoil: (tokenHash: string, clientId: string) => Promise<unknown>): Promise<string> {
    const key = await inTransaction(millrace.database.engine, tx =>
      createKey(tx, organisation.id, 'test', { name: 'spoilt' }),
    )
    const good = await getToken(millrace.url, key)
    expect((await request(`${millrace.url}/v1/venues`, { token: good })).status).toBe(200)
    await spoil(good, key.clientId)
    return good
  }
  const where = 'WHERE hash = sha256(convert_to($1, $2))'
  const change = (what: string) => (spoilt: string) =>
    millrace.database.engine.query(`UPDATE access_tokens SET ${what} ${where}`, [spoilt, 'UTF8'])

  const cases: [string, string, () => Promise<{ query?: string; authorization?: string }>][] = [
    ['nothing is sent', plain, async () => ({})],
    ['another scheme is used', plain, async () => ({ authorization: 'Basic bWU6c2VjcmV0' })],
    ['the scheme stands alone', plain, async () => ({ authorization: 'Bearer' })],
    ['the token is in the address', plain, async () => ({ query: `?access_token=${token}` })],
    ['the token has no scheme', plain, async () => ({ authorization: token })],
    ['the token is no token', invalid, async () => ({ authorization: 'Bearer nonsense' })],
    ['the token has characters of no token', invalid, async () => ({ authorization: 'Bearer a b"c' })],
    ['the token is cut', invalid, async () => ({ authorization: `Bearer ${token.slice(0, -1)}` })],
    [
      'the token is mistyped',
      invalid,
      async () => ({ authorization: `Bearer ${token.replace(/(.)(.)$/, '$2$1~')}` }),
    ],
    [
      'the client secret is sent for one',
      invalid,
      async () => ({ authorization: `Bearer ${organisation.clientSecret}` }),
    ],
    [
      'the token is well-formed and unknown',
      invalid,
      async () => {
        const { newToken } = await import('../../server/src/access/credential.ts')
        return { authorization: `Bearer ${newToken()}` }
      },
    ],
    [
      'the token is expired',
      invalid,
      async () => ({ authorization: `Bearer ${await used(change('expires_at = now()'))}` }),
    ],
    [
      'the token is revoked',
      invalid,
      async () => ({ authorization: `Bearer ${await used(change('revoked_at = now()'))}` }),
    ],
    [
      'the key is revoked',
      invalid,
      async () => ({
        authorization: `Bearer ${await used((_token, clientId) =>
          inTransaction(millrace.database.engine, tx => revokeKey(tx, organisation.id, 'test', clientId)),
        )}`,
      }),
    ],
  ]

  test.each(cases)('the answer is 401 and says no more than that: %s', async (_when, challenge, make) => {
    const { query = '', authorization } = await make()
    const headers = authorization === undefined ? {} : { authorization }
    const answer = await request<Problem>(events() + query, { json: event(), headers })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe(challenge)
    expect(answer.body).toEqual({
      code: 'unauthenticated',
      message: 'A valid Bearer token is needed. Get one from POST /oauth/token.',
      request_id: answer.headers.get('x-request-id'),
    })
  })

  test.each<[string, { json?: object; body?: string; type?: string; query?: string }]>([
    ['is right', { json: {} }],
    ['is only a dry run', { json: {}, query: '?dry_run=true' }],
    ['has faults', { json: { serials: 'none' } }],
    ['has a faulty address', { json: {}, query: '?dryrun=true' }],
    ['is no JSON', { body: '{' }],
    ['is too large', { body: `"${'x'.repeat(70_000)}"` }],
    ['is of a wrong type', { body: 'a=b', type: 'application/x-www-form-urlencoded' }],
  ])('a token that was good a moment ago is refused also where the request %s', async (_what, sent) => {
    const stored = () => millrace.database.engine.query('SELECT count(*) AS n FROM events')
    const before = (await stored()).rows
    const spoilt = await used(change('revoked_at = now()'))
    const answer = await request(events() + (sent.query ?? ''), {
      method: 'POST',
      ...(sent.json === undefined ? { body: sent.body as string } : { json: { ...event(), ...sent.json } }),
      headers: {
        authorization: `Bearer ${spoilt}`,
        ...(sent.json === undefined ? { 'content-type': sent.type ?? 'application/json' } : {}),
      },
    })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, invalid])
    expect((await stored()).rows).toEqual(before)
  })

  test('every route of /v1 answers 401, before it looks at anything else', async () => {
    const document = await request<{ paths: Record<string, Record<string, unknown>> }>(
      `${millrace.url}/openapi.json`,
    )
    const operations = Object.entries(document.body.paths)
      .filter(([path]) => path.startsWith('/v1/'))
      .flatMap(([path, methods]) => Object.keys(methods).map(method => [method.toUpperCase(), path] as const))
    expect(operations.length).toBeGreaterThan(9)
    for (const [method, path] of operations) {
      const answer = await request(millrace.url + path.replaceAll(/\{\w+\}/g, newId()), {
        method,
        ...(method === 'POST' ? { body: 'x'.repeat(100_000) } : {}),
      })
      expect([method, path, answer.status]).toEqual([method, path, 401])
    }
  })

  test.each(['bearer', 'BEARER', 'Bearer  '])('the scheme may be written %s', async scheme => {
    const headers = { authorization: `${scheme} ${token}` }
    expect((await request(`${millrace.url}/v1/venues`, { headers })).status).toBe(200)
  })
})

describe('an address', () => {
  test.each([
    '/v2/workflows',
    '/v1',
    '/v1/',
    '/v1/workflow',
    '/v1/workflows/',
    '/V1/guests',
    '/v1/guests/a/b',
    '/oauth',
    '/%2e%2e/etc/passwd',
    '/.env',
    '/v1/%ZZ',
    '/v1/guests/%',
  ])('that leads nowhere is 404 not_found, with any method: %s', async path => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await rawRequest(millrace.url, rawLines(`${method} ${path} HTTP/1.1`))
      expect(answer.status).toBe(404)
      expect(JSON.parse(answer.body)).toEqual({
        code: 'not_found',
        message: 'There is nothing at this address.',
        request_id: answer.headers.get('x-request-id'),
      })
    }
  })

  test.each([
    [
      '/v1/workflows/incoming-event',
      'POST',
      ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'],
    ],
    ['/v1/workflows/x/workflow-runs', 'GET, HEAD, POST', ['PUT', 'DELETE', 'TRACE']],
    ['/v1/workflows/x/workflow-runs/y', 'GET, HEAD', ['POST', 'DELETE', 'PATCH']],
    ['/v1/workflows/x/workflow-runs/y/cancel', 'POST', ['GET', 'HEAD', 'PUT']],
    ['/v1/workflows', 'GET, HEAD', ['POST']],
    ['/v1/guests', 'GET, HEAD, POST, PUT', ['PATCH', 'DELETE']],
    ['/v1/guests/x', 'GET, HEAD, PATCH', ['POST', 'PUT']],
    ['/v1/venues', 'GET, HEAD', ['POST']],
    ['/oauth/token', 'POST', ['GET', 'HEAD', 'PUT']],
    ['/livez', 'GET, HEAD', ['POST']],
    ['/openapi.json', 'GET, HEAD', ['POST']],
    ['/', 'GET, HEAD', ['POST', 'DELETE']],
  ])('takes some methods, and for the others is 405 with Allow: %s', async (path, allow, methods) => {
    for (const method of methods) {
      const answer = await rawRequest(millrace.url, rawLines(`${method} ${path}?a=b HTTP/1.1`))
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, allow])
      if (method === 'HEAD') continue
      const { code, error } = JSON.parse(answer.body)
      expect(code ?? error).toBe(path.startsWith('/oauth/') ? 'invalid_request' : 'method_not_allowed')
    }
  })

  test.each([
    ['POST', '/workflows/incoming-event'],
    ['POST', `/workflows/${newId()}/workflow-runs`],
    ['POST', '/guests'],
  ])('without its /v1 is 404, and the answer says what is missing: %s %s', async (method, path) => {
    const answer = await request<Problem>(millrace.url + path, { method, token, json: event() })
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    expect(answer.body.message).toBe('There is nothing at this address. Addresses of the API begin with /v1.')
  })

  test('takes HEAD where it takes GET, and answers without a body', async () => {
    const answer = await request(`${millrace.url}/v1/venues`, { method: 'HEAD', token })
    expect([answer.status, answer.text]).toEqual([200, ''])
  })
})

describe('a body', () => {
  const padded = (size: number) => JSON.stringify(event()).padEnd(size)
  const post = (body: RequestInit['body'], headers = {}) =>
    request<Problem>(events(), {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json', ...headers },
      body: body as string,
    })

  test('of 64 KiB is taken, and one byte more is 413', async () => {
    expect((await post(padded(65_536))).status).toBe(200)
    const answer = await post(padded(65_537))
    expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large'])
  })

  test('that is too large is 413 also when its length is not announced', async () => {
    const head = rawLines(
      'POST /v1/workflows/incoming-event HTTP/1.1',
      'Content-Type: application/json',
      `Authorization: Bearer ${token}`,
      'Transfer-Encoding: chunked',
    )
    const size = 70_000
    const answer = await rawRequest(
      millrace.url,
      `${head}${size.toString(16)}\r\n${padded(size)}\r\n0\r\n\r\n`,
    )
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([413, 'payload_too_large'])
  })

  test.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset=UTF-8'])(
    'may be called %s',
    async type => {
      expect((await post(padded(0), { 'content-type': type })).status).toBe(200)
    },
  )

  test.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/vnd.api+json',
    'text/json',
    'nonsense',
  ])('that is called %s is 415', async type => {
    const answer = await post(padded(0), { 'content-type': type })
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type'])
  })

  test('without a type is 415', async () => {
    const body = new TextEncoder().encode(padded(0))
    const answer = await request<Problem>(events(), { method: 'POST', token, body })
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type'])
  })

  test.each([
    '',
    ' ',
    '{',
    "{'a':1}",
    '{"a":1,}',
    '{"a":NaN}',
    '{}{}',
    '\ufeff{}',
    '{"a":"\n"}',
    'undefined',
  ])('that is not JSON is 400 invalid_json: %j', async body => {
    const answer = await post(body)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_json'])
  })

  test('that is missing altogether is refused as one', async () => {
    const answer = await request<Problem>(events(), { method: 'POST', token })
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
    expect(answer.body.errors).toEqual({ body: ['must be an object'] })
  })
})

describe('X-Request-Id', () => {
  test.each(['abc', 'A-1_b.c:d', newId(), 'x'.repeat(128)])('is taken over: %.40s', async id => {
    for (const path of ['/v1/venues', '/v1/nowhere', '/livez', '/oauth/token']) {
      const answer = await request(millrace.url + path, { headers: { 'x-request-id': id } })
      expect(answer.headers.get('x-request-id')).toBe(id)
      if (answer.body.request_id !== undefined) expect(answer.body.request_id).toBe(id)
    }
  })

  test.each([
    ['no HTTP', 400, 'GET /\0 HTTP/1.1\r\nX-Request-Id: mine-1\r\n\r\n'],
    [
      'two lengths',
      400,
      'GET /livez HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine-1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
    ['no Host', 400, 'GET /livez HTTP/1.1\r\nX-Request-Id: mine-1\r\nConnection: close\r\n\r\n'],
    [
      'an unknown expectation',
      200,
      'GET /livez HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine-1\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
    ],
  ])('is answered where the HTTP itself is refused: %s', async (_what, status, text) => {
    const answer = await rawRequest(millrace.url, text)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-request-id')).toBe('mine-1')
    if (status === 400) expect(JSON.parse(answer.body).request_id).toBe('mine-1')
  })

  test.each(['', 'x'.repeat(129), 'a b', 'a,b', 'é', '<script>', '"', 'a;b'])(
    'that is not well-formed is replaced by ours: %j',
    async id => {
      const answer = await request<Problem>(`${millrace.url}/v1/venues`, { headers: { 'x-request-id': id } })
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'))
    },
  )
})

describe('every answer carries the headers that protect it', () => {
  const post = (path: string, init: Parameters<typeof request>[1] = {}) =>
    request(millrace.url + path, { method: 'POST', ...init })
  const kinds: [string, number, () => Promise<Pick<Answer, 'status' | 'headers'>>][] = [
    ['an event', 200, () => request(events(), { token, json: event() })],
    [
      'a run',
      201,
      () => post(`/v1/workflows/${workflow}/workflow-runs`, { token, json: { org_reg_id: guest } }),
    ],
    ['a list', 200, () => request(`${millrace.url}/v1/guests`, { token })],
    ['HEAD', 200, () => request(`${millrace.url}/v1/guests`, { token, method: 'HEAD' })],
    ['faults', 400, () => request(events(), { token, json: {} })],
    ['a faulty query', 400, () => request(`${millrace.url}/v1/guests?limit=x`, { token })],
    ['no token', 401, () => request(events(), { json: {} })],
    ['no such guest', 404, () => request(`${millrace.url}/v1/guests/x`, { token })],
    ['no such address', 404, () => request(`${millrace.url}/nowhere`)],
    ['an unreadable address', 404, () => request(`${millrace.url}/v1/%ZZ`)],
    ['another method', 405, () => request(events(), { token })],
    ['too large', 413, () => request(events(), { token, json: 'x'.repeat(70_000) })],
    ['another type', 415, () => request(events(), { method: 'POST', token, body: 'x' })],
    ['alive', 200, () => request(`${millrace.url}/livez`)],
    ['ready', 200, () => request(`${millrace.url}/readyz`)],
    ['metrics', 200, () => request(`${millrace.url}/metrics`)],
    ['no metrics', 404, () => request(`${millrace.url}/metrics`, { headers: { forwarded: 'for=1.2.3.4' } })],
    [
      'a refused client',
      400,
      () => post('/oauth/token', { json: {}, headers: { 'x-forwarded-for': newAddress() } }),
    ],
    ['no HTTP', 400, () => rawRequest(millrace.url, 'nonsense\r\n\r\n')],
    [
      'headers without end',
      400,
      () => rawRequest(millrace.url, rawLines('GET /livez HTTP/1.1', `X-A: ${'x'.repeat(20_000)}`)),
    ],
  ]

  test.each(kinds)('%s (%i)', async (_kind, status, get) => {
    const answer = await get()
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    )
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('x-powered-by')).toBeNull()
    expect(answer.headers.get('server')).toBeNull()
    // Over plain HTTP it would be ignored; see the next test.
    expect(answer.headers.get('strict-transport-security')).toBeNull()
  })

  test('and HSTS where it is published over https', async () => {
    const secure = await startTestMillrace({
      roles: ['api'],
      config: { baseUrl: 'https://api.millrace.test', authUrl: 'https://auth.millrace.test' },
    })
    try {
      const here = `http://127.0.0.1:${secure.config.port}`
      for (const path of ['/livez', '/v1/guests', '/nowhere', '/v1/%ZZ']) {
        const answer = await request(here + path)
        expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
      }
    } finally {
      await secure.stop()
    }
  })

  test('what is not HTTP gets the same kind of body as everything else', async () => {
    const answer = await rawRequest(millrace.url, 'GET /\0 HTTP/1.1\r\n\r\n')
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.body)).toEqual({
      code: 'validation_failed',
      message: 'The request has faults; see errors.',
      errors: { request: ['is not readable HTTP'] },
      request_id: answer.headers.get('x-request-id'),
    })
  })
})

describe('the limit of a key', () => {
  async function keyWith(requestsPerMinute: number) {
    const key = await inTransaction(millrace.database.engine, tx =>
      createKey(tx, organisation.id, 'test', { name: 'limited', requestsPerMinute }),
    )
    const itsToken = await getToken(millrace.url, key)
    return () => request<Problem>(`${millrace.url}/v1/venues`, { token: itsToken })
  }

  test('is 6,000 a minute unless set otherwise, and said in every answer', async () => {
    const answer = await request(`${millrace.url}/v1/venues`, { token })
    expect(answer.headers.get('ratelimit-policy')).toBe('"requests";q=6000;w=60')
    expect(answer.headers.get('ratelimit')).toMatch(/^"requests";r=5\d{3};t=60$/)
    expect(answer.headers.get('retry-after')).toBeNull()
  })

  test('admits as many as it says, and then answers 429 with how long to wait', async () => {
    const ask = await keyWith(3)
    const admitted = [await ask(), await ask(), await ask()]
    expect(admitted.map(answer => [answer.status, answer.headers.get('ratelimit')])).toEqual([
      [200, '"requests";r=2;t=60'],
      [200, '"requests";r=1;t=60'],
      [200, '"requests";r=0;t=60'],
    ])
    const refused = await ask()
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(62)
    expect(refused.headers.get('ratelimit')).toBe(`"requests";r=0;t=${Math.min(wait, 60)}`)
    expect(refused.headers.get('ratelimit-policy')).toBe('"requests";q=3;w=60')
    // Another key of the same organisation is not held up by it.
    expect((await request(`${millrace.url}/v1/venues`, { token })).status).toBe(200)
  })

  test('is the same whether requests come one by one or all at once', async () => {
    const ask = await keyWith(10)
    const answers = await Promise.all(Array.from({ length: 30 }, ask))
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(10)
    expect(answers.filter(answer => answer.status === 429)).toHaveLength(20)
  })

  test('counts refused requests too, and a 429 is not lengthened by asking again', async () => {
    const key = await inTransaction(millrace.database.engine, tx =>
      createKey(tx, organisation.id, 'test', { name: 'limited', requestsPerMinute: 2 }),
    )
    const itsToken = await getToken(millrace.url, key)
    const faulty = () => request<Problem>(events(), { token: itsToken, json: {} })
    const answers = [await faulty(), await faulty(), await faulty()]
    expect(answers.map(answer => answer.status)).toEqual([400, 400, 429])
    expect(answers[0]?.headers.get('ratelimit')).toBe('"requests";r=1;t=60')
    const waits = []
    const times = []
    for (let n = 0; n < 20; n++) {
      const { headers } = await faulty()
      waits.push(Number(headers.get('retry-after')))
      times.push(Number(/t=(\d+)$/.exec(headers.get('ratelimit') ?? '')?.[1]))
    }
    expect(Math.max(...waits)).toBeLessThanOrEqual(62)
    // The window is a minute, so what RateLimit says of it is never longer.
    expect(Math.max(...times)).toBeLessThanOrEqual(60)
  })

  test('is off with 0', async () => {
    const ask = await keyWith(0)
    const answers = await Promise.all(Array.from({ length: 50 }, ask))
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
    expect(answers[0]?.headers.get('ratelimit')).toBeNull()
  })
})

describe('what an error says', () => {
  test('never repeats what was sent beyond the names of fields', async () => {
    const canary = 'canary-4711'
    const answers = [
      await request(events(), {
        token,
        json: { organisation_registration_id: canary, serials: [`${canary}${canary}`], parameters: canary },
        headers: { 'idempotency-key': `${canary}é` },
      }),
      await request(`${millrace.url}/v1/guests?limit=${canary}&cursor=${canary}`, { token }),
      await request(`${millrace.url}/v1/guests?cursor=${canary}`, { token }),
      await request(`${millrace.url}/v1/guests/${canary}`, { token }),
      await request(`${millrace.url}/${canary}/%ZZ`),
      await request(events(), { token: canary, json: {} }),
      await request(events(), { token, method: 'POST', body: canary, headers: { 'content-type': canary } }),
    ]
    for (const answer of answers) {
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.text).not.toContain(canary)
    }
  })
})

test('a mistyped dry_run is refused, because it would really store', async () => {
  const answer = await request(`${events()}?dryrun=true`, { token, json: event() })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    errors: { dryrun: ['is not a parameter of this address. Did you mean dry_run?'] },
  })
})
