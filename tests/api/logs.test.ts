import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { eventually, newAddress, request, type TestOrganisation } from '../support/millrace.ts'
import { startProxiedMillrace } from '../support/proxied-millrace.ts'
import { rawLines, rawRequest } from '../support/raw-request.ts'
import { awardsPoints } from '../support/workflows.ts'

/** Words that stand for what must not be written down anywhere but in its own place. */
const person = {
  name: 'Canary Nightingale',
  email: 'canary.nightingale@example.com',
  phone: '+442079460123',
  attributes: { diet: 'canary-attribute' },
  external_id: 'canary-external',
  tags: ['canary-tag'],
}
const parameters = { source: 'till', note: 'canary-parameter', spend: 98765.4321 }
const canaries = [
  'Nightingale',
  'nightingale@',
  person.phone.slice(1),
  'canary-attribute',
  'canary-external',
  'canary-tag',
  'canary-parameter',
  '98765.4321',
  'canary-query',
  'canary-password',
]

let folder: string
let log: string
let organisation: TestOrganisation
let token: string
let answers: { status: number; text: string }[]
/** What the database holds, as text, table by table. */
let stored: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-log-'))
  const path = join(folder, 'millrace.log')
  const millrace = await startProxiedMillrace({
    roles: ['api', 'worker'],
    config: { log: path, logLevel: 'trace' },
  })
  organisation = await millrace.organisation()
  token = await organisation.token()
  const workflow = await organisation.workflow(awardsPoints({ source: 'till' }, 5))
  answers = []
  const ask = async (path: string, init: Parameters<typeof request>[1] = {}) => {
    const answer = await request(millrace.url + path, { token, ...init })
    answers.push({ status: answer.status, text: answer.text })
    return answer
  }
  const guests = '/v1/guests'
  const events = '/v1/workflows/incoming-event'

  const registered = await request<{ guest: { id: string } }>(millrace.url + guests, { token, json: person })
  const { id } = registered.body.guest
  const event = { organisation_registration_id: id, parameters }
  const sent = await request<{ event: { workflow_runs: { id: string }[] } }>(millrace.url + events, {
    token,
    json: event,
    headers: { 'x-request-id': 'seen-in-the-log' },
  })
  await eventually(
    () =>
      request<{ workflow_run: { status: string } }>(
        `${millrace.url}/v1/workflows/${workflow}/workflow-runs/${sent.body.event.workflow_runs[0]?.id}`,
        { token },
      ),
    answer => answer.body.workflow_run.status === 'completed',
  )

  // Refused, one way or another.
  await ask(guests, { json: person })
  await ask(guests, { json: { ...person, email: 'Nightingale', phone: 'canary-password' } })
  await ask(`${guests}?external_id=canary-query%00&cursor=canary-query`)
  await ask(`${guests}/canary-query?access_token=${token}`)
  await ask(events, { json: { ...event, organisation_registration_id: newId() } })
  await ask(events, { json: { ...event, serials: ['canary-parameter'] } })
  await ask(events, { method: 'POST', body: 'Nightingale{', headers: { 'content-type': 'application/json' } })
  await ask(events, { method: 'POST', body: 'Nightingale', headers: { 'content-type': 'canary/query' } })
  await ask(`/canary-query/${token}`)
  await ask(events, { token: `${token}canary-password`, json: event })
  await ask(events, { headers: { authorization: 'Basic canary-password' }, json: event })
  for (const client_secret of ['canary-password', organisation.clientSecret]) {
    await ask('/oauth/token', {
      json: { client_id: organisation.clientId, client_secret, grant_type: 'canary-query' },
      headers: { 'x-forwarded-for': newAddress() },
    })
  }
  await rawRequest(millrace.url, `Nightingale canary-password ${token}\r\n\r\n`)
  await rawRequest(millrace.url, rawLines(`GET /%canary-query?${token} HTTP/1.1`))

  // A fault of ours: PostgreSQL quotes the whole row in what it says about it.
  const { engine } = millrace.database
  await engine.query(`ALTER TABLE guests ADD CONSTRAINT nobody CHECK (name IS NULL) NOT VALID`)
  const failed = await ask(guests, { json: { ...person, external_id: 'canary-external-2' } })
  expect(failed.status).toBe(500)
  await engine.query('ALTER TABLE guests DROP CONSTRAINT nobody')

  // The database is away, while events are under way.
  await millrace.proxy.refuse()
  expect((await ask(events, { json: event })).status).toBe(503)
  await millrace.proxy.pass()

  const { rows: tables } = await engine.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname = 'millrace'`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await engine.query(`SELECT t::text AS row FROM ${name} t`)
    texts.push(...rows.map(({ row }) => row))
  }
  stored = texts.join('\n')
  await millrace.stop()
  log = await readFile(path, 'utf8')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the log was written, at its finest, and knows requests by their id: the control', () => {
  const lines = log
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines.length).toBeGreaterThan(20)
  expect(log).toContain('seen-in-the-log')
  expect(lines).toContainEqual(expect.objectContaining({ route: '/v1/guests', status: 500 }))
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'request failed' }))
  expect(stored).toContain(person.name)
})

test.each(canaries)('no line of the log has a person or what was sent about one in it: %s', canary => {
  expect(log.split('\n').filter(line => line.includes(canary))).toEqual([])
})

test('no line of the log has a secret or a token in it', () => {
  for (const secret of [token, organisation.clientSecret, 'a secret for tests only']) {
    expect(log.split('\n').filter(line => line.includes(secret))).toEqual([])
  }
  expect(log).not.toMatch(/mrat_|mrsk_|Bearer |Basic /)
})

test('no error answer repeats a person, a parameter, a secret or a token', () => {
  const refused = answers.filter(answer => answer.status >= 400)
  expect(refused.length).toBeGreaterThan(12)
  for (const { text } of refused) {
    for (const secret of [...canaries, token, organisation.clientSecret]) expect(text).not.toContain(secret)
  }
})

test('the database holds neither the secret of a key nor a token', () => {
  expect(stored).toContain(organisation.clientId)
  for (const secret of [token, organisation.clientSecret]) expect(stored).not.toContain(secret)
})
