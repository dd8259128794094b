import { dashboard } from '@millrace/contract/operations/dashboard'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestMember, exchange, password, signedIn, type Visitor } from '../support/dashboard.ts'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'

let millrace: TestMillrace
let organisation: TestOrganisation
let visitor: Visitor

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  organisation = await millrace.organisation()
  visitor = await signedIn(millrace, organisation.id)
})
afterAll(() => millrace.stop())

const json = { 'content-type': 'application/json' }
const post = (path: string, body: object, headers: Record<string, string>) =>
  exchange(`${millrace.url}/dashboard/api${path}`, 'POST', JSON.stringify(body), headers)
const countKeys = async () =>
  (await millrace.database.engine.query('SELECT count(*) AS n FROM api_keys')).rows[0].n

/** What browsers send, and what they would send for a page of someone else's. `own` stands for our origin. */
const origins: [string, Record<string, string>, number][] = [
  ['a page of ours', { 'sec-fetch-site': 'same-origin', origin: 'own' }, 201],
  ['a page of ours, without Origin', { 'sec-fetch-site': 'same-origin' }, 201],
  ['an older browser on a page of ours', { origin: 'own' }, 201],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
  ['another site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: 'own' }, 403],
  ['a neighbouring host', { 'sec-fetch-site': 'same-site', origin: 'http://evil.localhost' }, 403],
  ['the address bar', { 'sec-fetch-site': 'none' }, 403],
  ['an older browser on another site', { origin: 'https://evil.example' }, 403],
  ['a sandboxed page', { origin: 'null' }, 403],
  ['our origin with something behind it', { origin: 'own.evil.example' }, 403],
  ['a page that sends a Referer alone', { referer: 'own/' }, 403],
  ['neither of the two', {}, 403],
  ['two answers at once', { 'sec-fetch-site': 'same-origin, cross-site' }, 403],
]

describe('a change is made for pages of ours only', () => {
  test.each(origins)('asked by %s', async (_who, sent, status) => {
    const headers = Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [name, value.replace(/^own/, millrace.url)]),
    )
    const before = await countKeys()
    const cookie = visitor.cookie as string
    const answer = await post('/keys', { name: 'x' }, { ...json, cookie, ...headers })
    expect(answer.status).toBe(status)
    if (status === 403) expect(answer.body.code).toBe('cross_site')
    expect(await countKeys()).toBe(before + (status === 201 ? 1 : 0))
  })

  test('also where nobody is signed in yet: nobody is signed in by another site', async () => {
    const { email } = await createTestMember(millrace, organisation.id)
    const answer = await post('/session', { email, password }, { ...json, 'sec-fetch-site': 'cross-site' })
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined])
  })

  test('on every address that changes something', async () => {
    const changing = Object.values(dashboard).filter(({ method }) => method !== 'GET')
    expect(changing.length).toBeGreaterThan(10)
    for (const { method, path } of changing) {
      const headers = { cookie: visitor.cookie as string, 'sec-fetch-site': 'cross-site' }
      const { status, body } = await exchange(millrace.url + path, method, undefined, headers)
      expect([method, path, status, body.code]).toEqual([method, path, 403, 'cross_site'])
    }
  })
})

describe('a form of another site cannot say what it would have to', () => {
  test.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'text/plain; application/json',
  ])('%s is no JSON', async type => {
    const before = await countKeys()
    const headers = {
      cookie: visitor.cookie as string,
      'sec-fetch-site': 'same-origin',
      'content-type': type,
    }
    const answer = await post('/keys', { name: 'x' }, headers)
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type'])
    expect(await countKeys()).toBe(before)
  })

  test.each(['GET', 'HEAD', 'PUT', 'OPTIONS'])('%s does not do what POST does', async method => {
    const before = await countKeys()
    const url = `${millrace.url}/dashboard/api/keys/x/revoke`
    const headers = { cookie: visitor.cookie as string, 'sec-fetch-site': 'same-origin' }
    const { status, headers: answered } = await exchange(url, method, undefined, headers)
    expect([status, answered.allow]).toEqual([405, 'POST'])
    expect(answered['access-control-allow-origin']).toBeUndefined()
    expect(await countKeys()).toBe(before)
  })
})
