import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { JwtProof } from '@millrace/contract/connection-proof'
import { type JWK, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { keySetOf, tokenBy } from '../vendors/jwt.fixture.ts'
import { readKeySet } from './jwt.ts'
import { prove } from './prove.ts'

const now = new Date('2026-11-16T12:00:00Z')
const at = now.getTime() / 1_000
const secret = keySetOf('sender')
const tried = (authorization: string | undefined, secrets = [secret], proof: JwtProof = { scheme: 'jwt' }) =>
  prove(proof, secrets, {
    headers: { authorization },
    body: Buffer.from('{}'),
    url: 'https://x',
    now,
  })
const good = { exp: at + 60, iat: at }
const wrong = { ok: false, reason: 'wrong_signature' }
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a token that is signed by a key of the set proves its origin, also beside another set', async () => {
  expect(await tried(`Bearer ${tokenBy(secret, good)}`)).toEqual({ ok: true })
  expect(await tried(`Bearer ${tokenBy(secret, good)}`, [keySetOf('new'), secret])).toEqual({ ok: true })
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
  ['an end in words', `Bearer ${tokenBy(secret, { exp: 'soon' })}`, { ok: false, reason: 'no_timestamp' }],
  [
    'a token of the future',
    `Bearer ${tokenBy(secret, { exp: at + 900, iat: at + 301 })}`,
    { ok: false, reason: 'in_the_future' },
  ],
  [
    'a later begin',
    `Bearer ${tokenBy(secret, { exp: at + 900, nbf: at + 301 })}`,
    { ok: false, reason: 'in_the_future' },
  ],
])('%s is refused', async (_, authorization, verdict) => {
  expect(await tried(authorization)).toEqual(verdict)
})

test('a token from another issuer or for another audience is refused where they are demanded', async () => {
  const proof = { scheme: 'jwt', issuer: 'till', audience: 'us' } as const
  const say = (claims: object) =>
    tried(`Bearer ${tokenBy(secret, { exp: at + 60, ...claims })}`, [secret], proof)
  expect(await say({ iss: 'till', aud: ['others', 'us'] })).toEqual({ ok: true })
  for (const claims of [
    {},
    { iss: 'till' },
    { aud: 'us' },
    { iss: 'other', aud: 'us' },
    { iss: 'till', aud: 'them' },
  ])
    expect(await say(claims)).toEqual({ ok: false, reason: 'wrong_claims' })
})

test('a changed claim is refused', async () => {
  const [head, , signature] = tokenBy(secret, good).split('.')
  const claims = Buffer.from(JSON.stringify({ exp: at + 9_999 })).toString('base64url')
  expect(await tried(`Bearer ${head}.${claims}.${signature}`)).toEqual(wrong)
})

test('what is no key set has no keys', async () => {
  for (const text of ['', 'x', '[]', '{}', '{"keys":[null,1,{"kty":"oct","k":"YQ"}]}'])
    expect(await readKeySet(text)).toEqual([])
  expect(await readKeySet(secret)).toHaveLength(1)
})

const asJwk = (key: KeyObject): JWK => key.export({ format: 'jwk' }) as JWK
const setOf = (...keys: JWK[]) => JSON.stringify({ keys })
const signedBy = (key: KeyObject, alg: string, kid?: string) =>
  new SignJWT(good).setProtectedHeader({ alg, ...(kid === undefined ? {} : { kid }) }).sign(key)
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })

test.each([
  ['RS256', rsa],
  ['ES256', ec],
] as const)(
  '%s is read too, with any key of the set that has no id',
  async (alg, { publicKey, privateKey }) => {
    const set = setOf(asJwk(rsa.publicKey), asJwk(ec.publicKey), { ...asJwk(publicKey), kid: 'other' })
    expect(await tried(`Bearer ${await signedBy(privateKey, alg, 'k7')}`, [set])).toEqual({ ok: true })
    expect(await tried(`Bearer ${await signedBy(privateKey, alg)}`, [set])).toEqual({ ok: true })
  },
)

test('algorithm confusion: what everybody can read of a key signs nothing', async () => {
  const { publicKey } = rsa
  const unsigned = `${part({ alg: 'HS256' })}.${part(good)}`
  const shared = [
    publicKey.export({ format: 'pem', type: 'spki' }),
    publicKey.export({ format: 'der', type: 'spki' }),
    JSON.stringify(asJwk(publicKey)),
    Buffer.from(asJwk(publicKey).n as string, 'base64url'),
  ]
  for (const key of shared) {
    const signature = createHmac('sha256', key).update(unsigned).digest('base64url')
    const set = setOf(asJwk(publicKey), { kty: 'oct', k: Buffer.from(key).toString('base64url') })
    expect(await tried(`Bearer ${unsigned}.${signature}`, [set])).toEqual(wrong)
  }
  for (const alg of ['none', 'None', ''])
    expect(await tried(`Bearer ${part({ alg })}.${part(good)}.`, [setOf(asJwk(publicKey))])).toEqual(wrong)
})

test.each([
  ['a key id that the set does not have', { ...asJwk(rsa.publicKey), kid: 'k1' }],
  ['a key of another type', asJwk(ec.publicKey)],
  ['a key for encryption', { ...asJwk(rsa.publicKey), use: 'enc' }],
  ['a key for another algorithm', { ...asJwk(rsa.publicKey), alg: 'PS256' }],
])('%s is refused', async (_, key) => {
  const token = await signedBy(rsa.privateKey, 'RS256', 'k2')
  expect(await tried(`Bearer ${token}`, [setOf(key)])).toEqual(wrong)
})

test('a key that is too short is refused', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const content = `${part({ alg: 'RS256' })}.${part(good)}`
  const signature = sign('sha256', Buffer.from(content), privateKey).toString('base64url')
  expect(await tried(`Bearer ${content}.${signature}`, [setOf(asJwk(publicKey))])).toEqual(wrong)
})

test('a private key is no key of a set', async () => {
  const set = setOf(asJwk(ec.privateKey))
  expect(await readKeySet(set)).toEqual([])
  expect(await tried(`Bearer ${await signedBy(ec.privateKey, 'ES256')}`, [set])).toEqual(wrong)
})

test('a key set at an address is asked for again only for a token by a key that it does not have', async () => {
  const address = 'https://sender.example/jwks'
  const asked: boolean[] = []
  const keySetAt = async (_: string, again: boolean) => {
    asked.push(again)
    return setOf({ ...asJwk(again ? ec.publicKey : rsa.publicKey), kid: again ? 'new' : 'old' })
  }
  const tryToken = async (token: string) =>
    prove(
      { scheme: 'jwt' },
      [address],
      { headers: { authorization: `Bearer ${token}` }, body: Buffer.from('{}'), url: 'https://x', now },
      keySetAt,
    )
  expect(await tryToken(await signedBy(rsa.privateKey, 'RS256', 'old'))).toEqual({ ok: true })
  expect(await tryToken(await signedBy(ec.privateKey, 'ES256', 'old'))).toEqual(wrong)
  expect(asked.splice(0)).toEqual([false, false])
  expect(await tryToken(await signedBy(ec.privateKey, 'ES256', 'new'))).toEqual({ ok: true })
  expect(asked.splice(0)).toEqual([false, true])
  expect(await tried(`Bearer ${await signedBy(rsa.privateKey, 'RS256', 'old')}`, [address])).toEqual({
    ok: false,
    reason: 'no_key_set',
  })
})
