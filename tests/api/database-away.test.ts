import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { EventAnswer } from '@millrace/contract/event'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { loadSecrets } from '../../server/src/config/secrets.ts'
import { createCountedUrl } from '../../server/src/messages/counted-url.ts'
import {
  eventually,
  newAddress,
  request,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'
import { startProxiedMillrace } from '../support/proxied-millrace.ts'
import type { TcpProxy } from '../support/tcp-proxy.ts'
import { endsAtOnce } from '../support/workflows.ts'

let millrace: TestMillrace & { proxy: TcpProxy }
let organisation: TestOrganisation
let token: string
let guest: string
let workflow: string

beforeAll(async () => {
  millrace = await startProxiedMillrace()
  organisation = await millrace.organisation()
  token = await organisation.token()
  guest = await organisation.guest()
  workflow = await organisation.workflow(endsAtOnce({ source: 'till' }))
})
beforeEach(() => millrace.proxy.pass())
afterAll(() => millrace.stop())

const tokenRequest = () => ({
  json: {
    client_id: organisation.clientId,
    client_secret: organisation.clientSecret,
    grant_type: 'client_credentials',
  },
  headers: { 'x-forwarded-for': newAddress() },
})
const send = (headers = {}) =>
  request<EventAnswer & { code: string }>(`${millrace.url}/v1/workflows/incoming-event`, {
    token,
    json: { organisation_registration_id: guest, parameters: { source: 'till' } },
    headers,
  })
const store = (headers = {}) =>
  request<{ code: string }>(`${millrace.url}/v1/workflows/${workflow}/workflow-runs`, {
    token,
    json: { org_reg_id: guest },
    headers,
  })
const count = async (table: 'events' | 'runs') => {
  const { rows } = await millrace.database.engine.query(`SELECT count(*) FROM ${table}`)
  return rows[0].count as number
}

describe('while the database is away', () => {
  const requests: [string, () => Promise<{ status: number; headers: Headers; body: object }>, object][] = [
    ['an event', () => send(), { code: 'unavailable' }],
    ['a run', () => store(), { code: 'unavailable' }],
    ['a list', () => request(`${millrace.url}/v1/guests`, { token }), { code: 'unavailable' }],
    [
      'a token',
      () => request(`${millrace.url}/oauth/token`, tokenRequest()),
      { error: 'temporarily_unavailable' },
    ],
    ['readiness', () => request(`${millrace.url}/readyz`), { status: 'not_ready', database: 'unreachable' }],
  ]
  test.each(requests)('%s is 503 with Retry-After, and works again afterwards', async (_what, ask, body) => {
    await millrace.proxy.refuse()
    const away = await ask()
    expect(away.status).toBe(503)
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(away.body).toMatchObject(body)
    expect(away.headers.get('x-content-type-options')).toBe('nosniff')
    await millrace.proxy.pass()
    await eventually(ask, answer => answer.status < 300)
  })

  test('no token is good, and none is issued', async () => {
    await millrace.proxy.refuse()
    const answer = await request(`${millrace.url}/v1/venues`, { token: 'nonsense' })
    // It is known to be none without asking the database.
    expect(answer.status).toBe(401)
    expect((await request(`${millrace.url}/oauth/token`, tokenRequest())).body).not.toHaveProperty(
      'access_token',
    )
  })

  test('the process is alive all the same, and shows its own figures', async () => {
    await millrace.proxy.refuse()
    expect((await request(`${millrace.url}/livez`)).status).toBe(200)
    const { status, text } = await request(`${millrace.url}/metrics`)
    expect(status).toBe(200)
    expect(text).toMatch(/^millrace_http_request_seconds_count.*\d$/m)
    expect(text).toMatch(/^millrace_jobs_ready NaN$/im)
  })
})

test('while the database takes questions only, events are 503 and the process is not ready; afterwards all is as before', async () => {
  const admin = new pg.Client({ connectionString: millrace.databaseUrl, application_name: 'millrace test' })
  await admin.connect()
  const readOnly = async (value: 'on' | 'off') => {
    const { rows } = await admin.query('SELECT current_database() AS name')
    await admin.query(`ALTER DATABASE ${rows[0].name} SET default_transaction_read_only = ${value}`)
    // Sessions keep what they began with. The next ones are as the database says.
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name IN ('millrace', 'millrace queue')`)
  }
  const ready = () => request<{ status: string }>(`${millrace.url}/readyz`)
  try {
    expect((await send()).status).toBe(200)
    expect(await ready()).toMatchObject({ status: 200, body: { status: 'ready' } })
    await readOnly('on')
    const stored = await count('events')
    const refused = await eventually(send, ({ status }) => status !== 200)
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(await count('events')).toBe(stored)
    expect(await ready()).toMatchObject({
      status: 503,
      body: { status: 'not_ready', database: 'reachable' },
    })
  } finally {
    await readOnly('off')
    await admin.end()
  }
  await eventually(send, ({ status }) => status === 200)
  expect(await ready()).toMatchObject({ status: 200, body: { status: 'ready' } })
})

test('a counted link opens its page while the database is away, and while it does not answer', async () => {
  const { unsubscribe: key } = await loadSecrets(millrace.config)
  const link = createCountedUrl(millrace.url, key)(organisation.id, newId(), 'https://venue.example/menu')
  const follow = async () => {
    const [answer] = (await once(get(link), 'response')) as [IncomingMessage]
    answer.resume()
    return answer.headers.location
  }
  await millrace.proxy.refuse()
  expect(await follow()).toBe('https://venue.example/menu')
  await millrace.proxy.pass()
  millrace.proxy.delay(3_000)
  const before = performance.now()
  expect(await follow()).toBe('https://venue.example/menu')
  expect(performance.now() - before).toBeLessThan(3_000)
})

test('connections that were cut while idle are replaced before anyone notices', async () => {
  await Promise.all(Array.from({ length: 20 }, () => send()))
  millrace.proxy.cut()
  await new Promise(resolve => setTimeout(resolve, 100))
  const answers = await Promise.all(Array.from({ length: 20 }, () => send()))
  expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
})

test('connections that are cut in the middle of requests cost those requests a 503, and nothing else', async () => {
  millrace.proxy.delay(20)
  const under_way = Array.from({ length: 20 }, () => send())
  await new Promise(resolve => setTimeout(resolve, 70))
  millrace.proxy.cut()
  const answers = await Promise.all(under_way)
  for (const answer of answers) expect([200, 503]).toContain(answer.status)
  await millrace.proxy.pass()
  expect((await eventually(send, answer => answer.status === 200)).status).toBe(200)
})

test('a slow database makes a slow answer, not a wrong one', async () => {
  millrace.proxy.delay(30)
  expect((await send()).status).toBe(200)
})

describe('when the answer to COMMIT is lost', () => {
  const byRequests = (client: { options: string }) => client.options.includes('millrace_tenant')
  test.each([
    ['an event', send, 'events'],
    ['a run', store, 'runs'],
  ] as const)('%s is 503, and the retry with its key finds what was stored', async (_what, ask, table) => {
    const headers = { 'idempotency-key': newId() }
    const before = await count(table)
    const swallowed = millrace.proxy.swallowCommit(byRequests)
    const lost = await ask(headers)
    await swallowed
    expect([lost.status, lost.body.code]).toEqual([503, 'unavailable'])
    expect(await count(table)).toBe(before + 1)
    const retried = await ask(headers)
    expect(retried.status).toBeLessThan(300)
    expect(retried.headers.get('idempotent-replayed')).toBe('true')
    expect(await count(table)).toBe(before + 1)
  })

  test('without a key the retry is a second event: the control of the test above', async () => {
    const before = await count('events')
    const swallowed = millrace.proxy.swallowCommit(byRequests)
    expect((await send()).status).toBe(503)
    await swallowed
    expect((await send()).status).toBe(200)
    expect(await count('events')).toBe(before + 2)
  })
})
