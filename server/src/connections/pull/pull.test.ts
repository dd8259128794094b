import { expect, test } from 'vitest'
import { pageRequest } from './page-request.ts'
import { keepsSecond, keepsSecret, pullFaults, secretFault } from './pull-faults.ts'
import { readPage } from './read-page.ts'

const settings = {
  url: 'https://example.com/bookings?venue=7',
  auth: 'none',
  header: null,
  cursor_parameter: 'after',
  cursor_path: '$.next',
  cursor_value: null,
  etag: null,
  last_modified: null,
} as const
const given = (secret: string | null) => ({ secret, second_secret: null })
const oauth = { token_url: 'https://example.com/token', client_id: 'ours', scope: null }
const page = (body: unknown, status = 200, headers = {}) => ({
  status,
  headers,
  body: Buffer.from(JSON.stringify(body)),
  cut: false,
})

test('a request has the cursor, the credential, and the condition that the page has changed', () => {
  expect(pageRequest(settings, given(null))).toEqual({ url: settings.url, headers: {} })
  const later = { ...settings, cursor_value: 'a b', etag: '"1"', last_modified: 'then' }
  expect(pageRequest({ ...later, auth: 'bearer' }, given('s'))).toEqual({
    url: 'https://example.com/bookings?venue=7&after=a+b',
    headers: { authorization: 'Bearer s', 'if-none-match': '"1"', 'if-modified-since': 'then' },
  })
  expect(pageRequest({ ...settings, auth: 'basic' }, given('u:p')).headers).toEqual({
    authorization: 'Basic dTpw',
  })
  const asParameter = { ...settings, auth: 'parameter', header: 'api_key' } as const
  expect(pageRequest(asParameter, given('s&t'))).toEqual({
    url: `${settings.url}&api_key=s%26t`,
    headers: {},
  })
  expect(pageRequest({ ...settings, auth: 'header', header: 'X-Key' }, given('s')).headers).toEqual({
    'x-key': 's',
  })
  const two = { ...settings, auth: 'oauth', oauth, second_header: 'X-Account' } as const
  expect(pageRequest(two, { secret: 'token', second_secret: 'a' }).headers).toEqual({
    authorization: 'Bearer token',
    'x-account': 'a',
  })
})

test('a page that names another cursor has a next one; otherwise it is remembered by its tag', () => {
  expect(readPage(settings, page({ next: 7 }, 200, { etag: '"1"' }))).toEqual({
    kind: 'page',
    more: true,
    progress: { cursor_value: '7', etag: null, last_modified: null },
  })
  for (const next of [null, '', '7'])
    expect(readPage({ ...settings, cursor_value: '7' }, page({ next }, 200, { etag: '"1"' }))).toEqual({
      kind: 'page',
      more: false,
      progress: { cursor_value: '7', etag: '"1"', last_modified: null },
    })
  expect(readPage(settings, page({}, 304))).toEqual({ kind: 'unchanged' })
})

test.each([
  ['a redirect', page({}, 302)],
  ['an error', page({}, 500)],
  ['a page that is too large', { ...page({}), cut: true }],
  ['a page that is not JSON', { ...page({}), body: Buffer.from('<html>') }],
  ['a cursor that is a list', page({ next: [1] })],
  ['a page with more values than are read', page({ next: 7, list: Array(60_000).fill({}) })],
])('%s is a failure, in words', (_, answer) => {
  expect(readPage(settings, answer)).toMatchObject({ kind: 'failed', error: expect.stringMatching(/\.$/) })
})

const policy = { allowPrivate: [], extraPorts: [] }

test.each([
  ['url', { url: 'https://10.0.0.1/b' }],
  ['url', { url: 'https://example.com/b?api_key=1' }],
  ['url', { url: 'https://example.com/b?venue=7&Access_Token=1' }],
  ['header', { auth: 'header' }],
  ['header', { auth: 'header', header: 'Host' }],
  ['header', { auth: 'parameter', header: 'venue' }],
  ['header', { auth: 'parameter', header: 'after' }],
  ['header', { auth: 'bearer', header: 'X-Key' }],
  ['cursor_path', { cursor_path: null }],
  ['cursor_parameter', { cursor_parameter: null }],
  ['cursor_path', { cursor_path: 'next' }],
  ['oauth', { auth: 'oauth' }],
  ['oauth', { auth: 'bearer', oauth }],
  ['oauth.token_url', { auth: 'oauth', oauth: { ...oauth, token_url: 'http://example.com/token' } }],
  ['oauth.token_url', { auth: 'oauth', oauth: { ...oauth, token_url: 'https://10.0.0.1/token' } }],
  ['oauth.token_url', { auth: 'oauth', oauth: { ...oauth, token_url: 'https://example.com/?secret=1' } }],
  ['second_header', { second_header: 'X-Account' }],
  ['second_header', { auth: 'oauth', oauth, second_header: 'Authorization' }],
  ['second_header', { auth: 'header', header: 'X-Key', second_header: 'x-key' }],
  ['second_header', { auth: 'bearer', second_header: 'Host' }],
] as const)('what is wrong is said at the field %s: %j', (field, part) => {
  const faults = pullFaults({ ...settings, ...part }, policy)
  expect(Object.keys(faults)).toEqual([field])
})

test('a list is a JSONPath, and what is right has no faults', () => {
  expect(pullFaults(settings, policy, '$.bookings[*]')).toEqual({})
  expect(Object.keys(pullFaults(settings, policy, 'bookings'))).toEqual(['each'])
})

test('a secret is what can be sent, and is kept for the same host and the same way only', () => {
  expect(secretFault('basic', 'user:pass word')).toBeUndefined()
  for (const secret of ['user', 'user:pass\nword']) expect(secretFault('basic', secret)).toBeDefined()
  expect(secretFault('bearer', 'a.b')).toBeUndefined()
  expect(secretFault('header', 'a b')).toBeDefined()
  expect(keepsSecret(settings, { ...settings, url: 'https://example.com/other' })).toBe(true)
  expect(keepsSecret(settings, { ...settings, url: 'http://example.com/bookings' })).toBe(false)
  expect(keepsSecret(settings, { ...settings, auth: 'bearer' })).toBe(false)
  const withToken = { ...settings, auth: 'oauth', oauth } as const
  expect(keepsSecret(withToken, { ...withToken, oauth: { ...oauth, scope: 'read' } })).toBe(true)
  const elsewhere = { ...withToken, oauth: { ...oauth, token_url: 'https://elsewhere.example/token' } }
  expect(keepsSecret(withToken, elsewhere)).toBe(false)
  const two = { ...settings, auth: 'bearer', second_header: 'X-Account' } as const
  expect(keepsSecond(two, { ...two, second_header: 'X-Other' })).toBe(true)
  expect(keepsSecond(two, { ...two, url: 'https://elsewhere.example/' })).toBe(false)
  expect(keepsSecond(settings, two)).toBe(false)
})
