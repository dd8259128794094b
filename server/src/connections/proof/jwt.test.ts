import { expect, test } from 'vitest'
import { keySetOf, tokenBy } from '../vendors/jwt.fixture.ts'
import { readKeySet } from './jwt.ts'
import { prove } from './prove.ts'

const now = new Date('2026-11-16T12:00:00Z')
const at = now.getTime() / 1_000
const secret = keySetOf('sender')
const tried = (authorization: string | undefined, secrets = [secret]) =>
  prove({ scheme: 'jwt' }, secrets, {
    headers: { authorization },
    body: Buffer.from('{}'),
    url: 'https://x',
    now,
  })
const good = { exp: at + 60, iat: at }
const wrong = { ok: false, reason: 'wrong_signature' }

test('a token that is signed by a key of the set proves its origin, also beside another set', () => {
  expect(tried(`Bearer ${tokenBy(secret, good)}`)).toEqual({ ok: true })
  expect(tried(`Bearer ${tokenBy(secret, good)}`, [keySetOf('new'), secret])).toEqual({ ok: true })
})

test.each([
  ['nothing', undefined, { ok: false, reason: 'no_signature' }],
  ['another scheme', 'Basic abc', { ok: false, reason: 'no_signature' }],
  ['what is no token', 'Bearer abc', wrong],
  ['another key', `Bearer ${tokenBy('other', good)}`, wrong],
  ['no algorithm', `Bearer ${tokenBy(secret, good, { alg: 'none' })}`, wrong],
  ['a shared key, which the public one would be', `Bearer ${tokenBy(secret, good, { alg: 'HS256' })}`, wrong],
  ['the algorithm of another kind of key', `Bearer ${tokenBy(secret, good, { alg: 'RS256' })}`, wrong],
  ['a name that objects have', `Bearer ${tokenBy(secret, good, { alg: 'constructor' })}`, wrong],
  ['an extension', `Bearer ${tokenBy(secret, good, { alg: 'EdDSA', crit: ['b64'] })}`, wrong],
  ['another key id', `Bearer ${tokenBy(secret, good, { alg: 'EdDSA', kid: 'k2' })}`, wrong],
  ['a fourth part', `Bearer ${tokenBy(secret, good)}.x`, wrong],
  ['no end', `Bearer ${tokenBy(secret, { iat: at })}`, { ok: false, reason: 'no_timestamp' }],
  ['an end long ago', `Bearer ${tokenBy(secret, { exp: at - 301 })}`, { ok: false, reason: 'too_old' }],
  [
    'a later begin',
    `Bearer ${tokenBy(secret, { exp: at + 900, nbf: at + 301 })}`,
    { ok: false, reason: 'in_the_future' },
  ],
])('%s is refused', (_, authorization, verdict) => {
  expect(tried(authorization)).toEqual(verdict)
})

test('a changed claim is refused', () => {
  const [head, , signature] = tokenBy(secret, good).split('.')
  const claims = Buffer.from(JSON.stringify({ exp: at + 9_999 })).toString('base64url')
  expect(tried(`Bearer ${head}.${claims}.${signature}`)).toEqual(wrong)
})

test('what is no key set has no keys', () => {
  for (const text of ['', 'x', '[]', '{}', '{"keys":[null,1,{"kty":"oct","k":"YQ"}]}'])
    expect(readKeySet(text)).toEqual([])
  expect(readKeySet(secret)).toHaveLength(1)
})
