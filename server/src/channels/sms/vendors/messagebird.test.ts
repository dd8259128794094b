import { createHash } from 'node:crypto'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { messagebird } from './messagebird.ts'
import type { SentToUs } from './vendor.ts'

const SIGNING = 'the-signing-key'
const secret = `the-access-key ${SIGNING}`
const now = new Date('2026-11-18T12:00:00Z')
const at = now.getTime() / 1_000
const url = 'https://millrace.example.com/callbacks/sms/1/2?id=m1&status=delivered'
const body = 'originator=447700900123&body=STOP'
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const good = { iss: 'MessageBird', nbf: at - 1, exp: at + 59, jti: 'x', url_hash: hash(url) }

const token = (claims: object, key = SIGNING, alg = 'HS256') =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(Buffer.from(key))

const sent = (jwt: string, given: Partial<SentToUs> = {}): SentToUs => ({
  url,
  params: new URLSearchParams(),
  body: '',
  headers: { 'messagebird-signature-jwt': jwt },
  now,
  ...given,
})

test('what was signed with the signing key is from MessageBird, with no other method', async () => {
  const key = SIGNING.repeat(5)
  expect(await messagebird.proves(sent(await token(good, key)), `access ${key}`)).toBe(true)
  expect(await messagebird.proves(sent(await token(good, key, 'HS512')), `access ${key}`)).toBe(false)
})

test('a body counts with its hash', async () => {
  const jwt = await token({ ...good, payload_hash: hash(body) }, SIGNING.repeat(3))
  const both = `access ${SIGNING.repeat(3)}`
  expect(await messagebird.proves(sent(jwt, { body }), both)).toBe(true)
  expect(await messagebird.proves(sent(jwt, { body: `${body}!` }), both)).toBe(false)
  expect(await messagebird.proves(sent(jwt), both)).toBe(false)
})

test.each([
  ['another address', { url_hash: hash(`${url}&x=1`) }],
  ['no address', { url_hash: undefined }],
  ['another issuer', { iss: 'Another' }],
  ['an end that is over', { exp: at - 61 }],
  ['no end', { exp: undefined }],
  ['a beginning that is to come', { nbf: at + 61 }],
])('%s proves nothing', async (_, claims) => {
  expect(await messagebird.proves(sent(await token({ ...good, ...claims })), secret)).toBe(false)
})

test('a body without its hash, another key, no key and no token prove nothing', async () => {
  const jwt = await token(good)
  expect(await messagebird.proves(sent(jwt), secret)).toBe(true)
  expect(await messagebird.proves(sent(jwt, { body }), secret)).toBe(false)
  expect(await messagebird.proves(sent(jwt), 'the-access-key another-key')).toBe(false)
  expect(await messagebird.proves(sent(jwt), 'the-access-key')).toBe(false)
  for (const wrong of ['', 'a.b.c', `${jwt}.x`, 'eyJhbGciOiJub25lIn0.e30.'])
    expect(await messagebird.proves(sent(wrong), secret)).toBe(false)
})

test.each([
  [{ status: 'delivered' }, { status: 'delivered' }],
  [
    { status: 'delivery_failed', statusErrorCode: '103' },
    { status: 'undelivered', errorCode: '103' },
  ],
  [{ status: 'buffered', statusErrorCode: '0' }, { status: 'sent' }],
])('%o is %o', (given, report) => {
  expect(messagebird.reportIn(new URLSearchParams({ id: 'm1', ...given }))).toEqual({
    providerId: 'm1',
    ...report,
  })
})
