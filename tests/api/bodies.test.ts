import { gzipSync } from 'node:zlib'
import { v1 } from '@millrace/contract/operations/v1'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { request, startTestMillrace, type TestMillrace } from '../support/millrace.ts'

let millrace: TestMillrace
let token: string
let guest: string

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  const organisation = await millrace.organisation()
  token = await organisation.token()
  guest = await organisation.guest()
})
afterAll(() => millrace.stop())

interface Problem {
  code: string
  message: string
  errors?: Record<string, string[]>
  event?: { parameters: Record<string, unknown> }
}

const posts = Object.values(v1).filter(({ method }) => method === 'POST')
const post = (path: string, body: string | Uint8Array, headers = {}) =>
  request<Problem>(millrace.url + path.replaceAll(/:\w+/g, newId()), {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json', ...headers },
    body: body as string,
  })
const events = '/v1/workflows/incoming-event'
const event = (parameters: string) => `{"organisation_registration_id":"${guest}","parameters":${parameters}}`

describe('every POST of /v1', () => {
  test.each(posts.map(({ path }) => path))('%s refuses bytes that are not UTF-8', async path => {
    const bytes = Buffer.from(event('{"name":"Jos\xe9"}'), 'latin1')
    const answer = await post(path, bytes, { 'idempotency-key': newId() })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_json'])
    expect(answer.body.message).toBe('The body is not readable JSON: it is not UTF-8.')
  })

  test.each(posts.map(({ path }) => path))('%s refuses a key that stands twice', async path => {
    const answer = await post(path, event('{"spend":1,"spend":2}'))
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
    expect(answer.body.errors).toEqual({ 'parameters.spend': ['is given more than once'] })
  })

  test.each(posts.map(({ path }) => path))('%s refuses a packed body', async path => {
    for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'x-gzip', 'gzip, identity']) {
      const answer = await post(path, gzipSync(event('{}')), { 'content-encoding': encoding })
      expect([encoding, answer.status, answer.body.code]).toEqual([encoding, 415, 'unsupported_media_type'])
      expect(answer.body.message).toBe('Send the body as it is, without a Content-Encoding such as gzip.')
      expect(answer.headers.get('accept-encoding')).toBe('identity')
    }
  })
})

test.each(['identity', 'Identity'])('the content encoding %s is none', async encoding => {
  expect((await post(events, event('{}'), { 'content-encoding': encoding })).status).toBe(200)
})

test('text of several bytes is stored as it was sent', async () => {
  const name = 'José 寿司 🍣 \ufffd:'
  const answer = await post(events, event(JSON.stringify({ name })))
  expect([answer.status, answer.body.event?.parameters]).toEqual([200, { name }])
})

test('two events that differ in bytes that are not UTF-8 are not taken for one', async () => {
  const headers = { 'idempotency-key': newId() }
  for (const byte of ['\xe9', '\xe8']) {
    const answer = await post(events, Buffer.from(event(`{"name":"${byte}"}`), 'latin1'), headers)
    expect(answer.status).toBe(400)
  }
})

test.each([
  ['{\n  "organisation_registration_id": "x"\n  "serials": []\n}', 3, 3],
  ['{"a":1,}', 1, 8],
  ['', 1, 1],
  ["{'a':1}", 1, 2],
])('%j: the answer says where it stops being JSON', async (body, line, column) => {
  const answer = await post(events, body)
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_json'])
  expect(answer.body.message).toBe(`The body is not readable JSON: see line ${line}, column ${column}.`)
})

describe('numbers', () => {
  const fault = 'must be a number of at most 2^53; send larger ones as a string'

  test.each(['9007199254740992', '-9007199254740992', '9007199254740991'])('%s is taken', async number => {
    const answer = await post(events, event(`{"n":${number}}`))
    expect([answer.status, answer.body.event?.parameters]).toEqual([200, { n: Number(number) }])
  })

  test.each(['9007199254740993', '-9007199254740993', '9007199254740994', '9007199254740992.5'])(
    '%s is refused: it would be stored as another',
    async number => {
      const answer = await post(events, event(`{"n":${number}}`))
      expect([answer.status, answer.body.errors]).toEqual([400, { 'parameters.n': [fault] }])
    },
  )
})
