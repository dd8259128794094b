import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { expectRefusal } from '../support/token-expect.ts'
import {
  invalidClients,
  invalidRequests,
  invalidScopes,
  type RefusedCase,
  refusedByBasic,
  unsupportedGrants,
} from '../support/token-refusals.ts'
import {
  at,
  type Build,
  byBasic,
  form,
  formType,
  goodForm,
  json,
  jsonType,
  type RawAnswer,
  sendRaw,
} from '../support/token-request.ts'

let folder: string
let millrace: TestMillrace
let owner: TestOrganisation

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-refusals-'))
  const config = { log: join(folder, 'log'), logLevel: 'trace' } as const
  millrace = await startTestMillrace({ roles: ['api'], config })
  owner = await millrace.organisation()
})

afterAll(async () => {
  await millrace?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Sends it, and makes sure that nothing the caller said comes back and that no token came into being. */
async function refused(build: Build): Promise<RawAnswer> {
  const before = await tokens()
  const answer = await sendRaw(millrace.url, build(owner))
  const said = JSON.stringify([answer.headers, answer.text])
  for (const word of ['canary', owner.clientId, owner.clientSecret]) expect(said).not.toContain(word)
  expect(await tokens()).toBe(before)
  return answer
}

async function tokens(): Promise<number> {
  const { rows } = await millrace.database.engine.query<{ count: number }>(
    'SELECT count(*) FROM access_tokens',
  )
  return rows[0]?.count as number
}

describe.each([
  ['invalid_request', invalidRequests],
  ['unsupported_grant_type', unsupportedGrants],
  ['invalid_scope', invalidScopes],
  ['invalid_client', invalidClients],
] as const)('400 %s for', (error, cases) => {
  test.each(cases)('%s', async (_, build) => {
    expectRefusal(await refused(build), 400, error)
  })
})

test('400 invalid_client for the secret of another organisation', async () => {
  const { clientSecret } = await millrace.organisation()
  expectRefusal(await refused(json({ client_secret: clientSecret })), 400, 'invalid_client')
})

describe('401 invalid_client and a challenge for HTTP Basic with', () => {
  test.each(refusedByBasic)('%s', async (_, build) => {
    const answer = await refused(build)
    expectRefusal(answer, 401, 'invalid_client')
    expect(answer.headers['www-authenticate']).toMatch(/^Basic realm="[^"]+"$/)
  })
})

const oversized: readonly RefusedCase[] = [
  ['JSON of a byte more', client => sized(client, 16 * 1024 + 1)],
  ['JSON in fewer characters, but of several bytes', json({ padding: 'é'.repeat(8 * 1024) })],
  ['a form', form({ padding: 'x'.repeat(16 * 1024) })],
  [
    'a form beside HTTP Basic',
    byBasic(form(`grant_type=client_credentials&padding=${'x'.repeat(16 * 1024)}`)),
  ],
  ['a scope', json({ scope: 'x'.repeat(60_000) })],
  [
    'JSON that did not announce its length',
    json({ padding: 'x'.repeat(20_000) }, { 'transfer-encoding': 'chunked' }),
  ],
]

function sized(client: Parameters<Build>[0], length: number) {
  const missing = length - (json({ padding: '' })(client).body as string).length
  return json({ padding: 'x'.repeat(missing) })(client)
}

describe('the limit of 16 KiB', () => {
  test.each(oversized)('413 for %s', async (_, build) => {
    expectRefusal(await refused(build), 413, 'invalid_request')
  })

  test('is the last size that is taken', async () => {
    const answer = await sendRaw(millrace.url, sized(owner, 16 * 1024))
    expect(answer.status).toBe(200)
  })

  test('holds for a body that never ends', async () => {
    const endless = new ReadableStream({
      async pull(controller) {
        // Without a turn of the loop between two pieces, nobody in this process would ever hear of the answer.
        await setImmediate()
        controller.enqueue(new Uint8Array(4_096).fill(0x20))
      },
    })
    const sent = fetch(`${millrace.url}/oauth/token`, {
      method: 'POST',
      headers: jsonType,
      body: endless,
      duplex: 'half',
    } as RequestInit)
    // The answer may be cut off with the connection: what counts is that the server stops listening.
    const status = await sent.then(response => response.status).catch(() => 'cut off')
    expect([413, 'cut off']).toContain(status)
  })
})

describe('405 with Allow: POST for', () => {
  const methods = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
  const paths = ['/oauth/token', '/oauth/revoke', '/oauth/introspect']
  const requests = [
    ...paths.flatMap(path =>
      methods.map(method => [`${method} ${path}`, method, at(path, () => ({}))] as const),
    ),
    ['PUT of good JSON', 'PUT', json()],
    ['PUT of a good form', 'PUT', form()],
    ['GET with everything in the query', 'GET', at(`/oauth/token?${goodForm}`, () => ({}))],
  ] as const
  test.each(requests)('%s', async (_, method, build) => {
    const answer = await refused(client => ({ ...build(client), method }))
    expect(answer.status).toBe(405)
    expect(answer.headers).toMatchObject({ allow: 'POST', 'cache-control': 'no-store' })
  })
})

test('keys named like the parts of every object change no object', async () => {
  const spelled = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
  await refused(() => ({ headers: jsonType, body: spelled }))
  await refused(() => ({ headers: formType, body: '__proto__[polluted]=1&constructor.prototype.polluted=1' }))
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test('nothing of what was refused is in the log', async () => {
  // Lines are written in the order of the requests; when this one is there, so are all before it.
  await sendRaw(millrace.url, { path: '/v1/the-last-line' })
  const log = await expect
    .poll(() => readFile(join(folder, 'log'), 'utf8'))
    .toContain('unknown')
    .then(() => readFile(join(folder, 'log'), 'utf8'))
  expect(log).toContain('/oauth/token')
  for (const word of ['canary', owner.clientSecret]) expect(log).not.toContain(word)
})
