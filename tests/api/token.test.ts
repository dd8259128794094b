import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newToken } from '../../server/src/access/credential.ts'
import { newAddress, startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { expectRefusal } from '../support/token-expect.ts'
import {
  at,
  type Build,
  basicHeader,
  byBasic,
  form,
  formType,
  goodJson,
  headed,
  json,
  sendRaw,
  useToken,
} from '../support/token-request.ts'
import { letSecondsPass } from '../support/token-time.ts'

let millrace: TestMillrace
beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
})
afterAll(() => millrace?.stop())

const everyByteEncoded = (text: string) =>
  [...Buffer.from(text)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')

const accepted: readonly (readonly [string, Build])[] = [
  ['JSON as documented', json()],
  ['JSON with a charset', json({}, { 'content-type': 'application/json; charset=utf-8' })],
  ['JSON announced in capitals', json({}, { 'content-type': 'Application/JSON' })],
  ['JSON with the scope there is', json({ scope: 'ALL:ALL' })],
  ['JSON with an empty scope, which counts as none', json({ scope: '' })],
  ['JSON with fields of a newer client', json({ audience: 'x', deep: { a: [1] } })],
  ['JSON with a key named __proto__', json(`{${goodJson},"__proto__":{"client_id":"x"}}`)],
  ['JSON with the same key at two depths', json(`{${goodJson},"x":{"client_id":1}}`)],
  ['JSON with the same word as key and as value', json(`{${goodJson},"x":"client_id","y":"x"}`)],
  ['JSON with much room between its parts', json(`{${goodJson.replaceAll('":', `"${' '.repeat(500)}:`)}}`)],
  ['JSON that does not announce its length', json({}, { 'transfer-encoding': 'chunked' })],
  ['a form', form()],
  ['a form with a charset', form({}, { 'content-type': `${formType['content-type']};charset=UTF-8` })],
  ['a form with the scope there is', form({ scope: 'ALL:ALL' })],
  ['a form with an empty scope, which counts as none', form({ scope: '' })],
  ['a form with fields of a newer client', form({ audience: 'x' })],
  ['HTTP Basic with a form', byBasic()],
  ['HTTP Basic with JSON', byBasic(json('{"grant_type":"client_credentials"}'))],
  [
    'HTTP Basic with its own client_id in the body',
    byBasic(form('grant_type=client_credentials&client_id=$ID')),
  ],
  [
    'HTTP Basic with an empty client_secret in a form',
    byBasic(form('grant_type=client_credentials&client_secret=')),
  ],
  [
    'HTTP Basic in lower case',
    client => headed({ authorization: basicHeader(client).replace('Basic', 'basic') }, byBasic())(client),
  ],
  [
    'HTTP Basic form-encoded, as RFC 6749 asks',
    ({ clientId, clientSecret }) =>
      byBasic()({ clientId: everyByteEncoded(clientId), clientSecret: everyByteEncoded(clientSecret) }),
  ],
  ['an address with a query of no concern', at('/oauth/token?trace=1', json())],
]

describe('POST /oauth/token gives a token for', () => {
  test.each(accepted)('%s', async (_, build) => {
    const answer = await sendRaw(millrace.url, build(await millrace.organisation()))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toStrictEqual({
      access_token: expect.stringMatching(/^mrat_[0-9A-Za-z]{49}$/),
      expires_in: 86_400,
      token_type: 'Bearer',
      scope: 'ALL:ALL',
    })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'ratelimit-policy': '"token";q=20;w=60',
      ratelimit: '"token";r=19;t=60',
    })
    for (const absent of ['retry-after', 'www-authenticate', 'set-cookie']) {
      expect(answer.headers).not.toHaveProperty(absent)
    }
    expect((await useToken(millrace.url, answer.body.access_token as string)).status).toBe(200)
  })
})

describe('a token', () => {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const numberOf = (text: string) =>
    [...text].reduce((value, digit) => value * 62n + BigInt(digits.indexOf(digit)), 0n)

  test('has 256 bits that are all random, and none comes twice', () => {
    const tokens = Array.from({ length: 10_000 }, newToken)
    expect(new Set(tokens).size).toBe(tokens.length)
    const set = new Array<number>(256).fill(0)
    for (const token of tokens) {
      let bits = numberOf(token.slice(5, 48))
      for (let bit = 0; bit < 256; bit++, bits >>= 1n) if (bits & 1n) (set[bit] as number)++
      expect(bits).toBe(0n)
    }
    // A fair bit is set 5,000 times, and strays by more than 350 once in 10^12.
    for (const times of set) expect(Math.abs(times - 5_000)).toBeLessThan(350)
  })

  test('ends in a checksum that anybody can verify: CRC-32 of the random part, in base 62', () => {
    const token = newToken()
    expect(numberOf(token.slice(48))).toBe(BigInt(crc32(token.slice(5, 48))))
  })

  test('is still good when newer ones were given out', async () => {
    const client = await millrace.organisation()
    const tokens = await Promise.all(Array.from({ length: 5 }, () => client.token()))
    expect(new Set(tokens).size).toBe(5)
    for (const token of tokens) expect((await useToken(millrace.url, token)).status).toBe(200)
  })

  test('expires after the 86,400 seconds that were said, and not before', async () => {
    const client = await millrace.organisation()
    const token = await client.token()
    const { engine } = millrace.database
    const passes = (seconds: number) =>
      engine.query(
        'UPDATE access_tokens SET expires_at = expires_at - make_interval(secs => $2) WHERE organisation_id = $1',
        [client.id, seconds],
      )
    await passes(86_400 - 60)
    expect((await useToken(millrace.url, token)).status).toBe(200)
    await passes(60)
    expect((await useToken(millrace.url, token)).status).toBe(401)
  })
})

describe('a workflow endpoint answers 401', () => {
  const replaceAt = (text: string, place: number) =>
    `${text.slice(0, place)}${text[place] === 'a' ? 'b' : 'a'}${text.slice(place + 1)}`
  test.each<[string, (token: string) => Record<string, string>, boolean]>([
    ['without a token', () => ({}), false],
    ['for a token in the query only', () => ({}), false],
    ['for a token that was tampered with', token => bearer(replaceAt(token, 10)), true],
    ['for a token whose checksum was tampered with', token => bearer(replaceAt(token, 50)), true],
    ['for a token cut off', token => bearer(token.slice(0, -1)), true],
    ['for a token with something behind it', token => bearer(`${token}x`), true],
    ['for a good form that was never given out', () => bearer(newToken()), true],
    ['for a token with spaces in it', token => bearer(`${token} ${token}`), true],
    ['for the word Bearer alone', () => ({ authorization: 'Bearer' }), false],
    ['for a token by another scheme', token => ({ authorization: `Token ${token}` }), false],
    ['for a token by HTTP Basic', token => ({ authorization: `Basic ${btoa(`${token}:`)}` }), false],
  ])('%s', async (_, headers, sent) => {
    const token = await (await millrace.organisation()).token()
    const answer = await sendRaw(millrace.url, {
      method: 'GET',
      path: `/v1/workflows?access_token=${token}`,
      headers: headers(token),
    })
    expect(answer.status).toBe(401)
    // RFC 6750 section 3.1: the error code is for who sent a token.
    expect(answer.headers['www-authenticate']).toBe(
      sent ? 'Bearer realm="millrace", error="invalid_token"' : 'Bearer realm="millrace"',
    )
    expect(answer.body).toMatchObject({ code: 'unauthenticated', message: expect.any(String) })
    expect(answer.text).not.toContain(token)
  })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
})

describe('the limit of 20 requests a minute', () => {
  const from = (address: string, build: Build) => headed({ 'x-forwarded-for': address }, build)

  test('counts down in RateLimit, then answers 429 with the time to wait, which is enough', async () => {
    const client = await millrace.organisation()
    const request = from(newAddress(), json())(client)
    for (let rest = 19; rest >= 0; rest--) {
      const answer = await sendRaw(millrace.url, request)
      expect(answer.status).toBe(200)
      expect(answer.headers.ratelimit).toBe(`"token";r=${rest};t=60`)
    }
    const refused = await sendRaw(millrace.url, request)
    expectRefusal(refused, 429, 'too_many_requests')
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toSatisfy(seconds => Number.isInteger(seconds) && seconds >= 1 && seconds <= 60)
    expect(refused.headers['ratelimit-policy']).toBe('"token";q=20;w=60')
    expect(refused.headers.ratelimit).toBe(`"token";r=0;t=${wait}`)

    await letSecondsPass(millrace.database.engine, wait - 15)
    for (let n = 0; n < 5; n++) expect((await sendRaw(millrace.url, request)).status).toBe(429)
    await letSecondsPass(millrace.database.engine, 15)
    expect((await sendRaw(millrace.url, request)).status).toBe(200)
  })

  test.each<[string, Build]>([
    ['JSON', json()],
    ['a form', form()],
    ['HTTP Basic', byBasic()],
    ['a wrong secret', json({ client_secret: 'x' })],
    ['a wrong secret by HTTP Basic', client => byBasic()({ ...client, clientSecret: 'x' })],
    ['a missing secret', json({ client_secret: undefined })],
    ['another grant_type', json({ grant_type: 'password' })],
    ['another grant_type by HTTP Basic', byBasic(form('grant_type=password'))],
    ['another scope', json({ scope: 'x' })],
    [
      'credentials in the query',
      at('/oauth/token?client_id=$ID&client_secret=$SECRET', form('grant_type=x')),
    ],
    ['two mechanisms', byBasic(json())],
    ['two mechanisms, with the client_id in one', byBasic(json({ client_id: undefined }))],
    ['a body that is not JSON', json('{')],
    ['a body that is not an object', json('[]')],
    ['a key that stands twice', json('{"client_id":"x","client_id":"y"}')],
    ['a field that stands twice in a form', form('client_id=x&client_id=y')],
    ['another content type', json(undefined, { 'content-type': 'text/plain' })],
    ['a packed body', json(undefined, { 'content-encoding': 'gzip' })],
    ['a request without a body', json('')],
    ['a request that names no client', json({ client_id: undefined })],
  ])('counts %s, and the 21st is refused whatever it is', async (_, build) => {
    const client = await millrace.organisation()
    const address = newAddress()
    const send = (next: Build) => sendRaw(millrace.url, from(address, next)(client))
    const statuses: number[] = []
    for (let n = 0; n < 20; n++) statuses.push((await send(build)).status)
    expect(statuses).not.toContain(429)
    for (const next of [build, json(), form(), byBasic(), json({ grant_type: 'x' })]) {
      expectRefusal(await send(next), 429, 'too_many_requests')
    }
  })

  test('counts faulty requests against the address: made-up names do not fill the table', async () => {
    const client = await millrace.organisation()
    const address = newAddress()
    const send = (build: Build) => sendRaw(millrace.url, from(address, build)(client))
    const rows = async () => {
      const { rows } = await millrace.database.engine.query<{ key: string }>(
        'SELECT key FROM strict_limits WHERE key LIKE $1',
        [`%${address}%`],
      )
      return rows.length
    }
    for (let n = 0; n < 20; n++) {
      expect((await send(json({ client_id: `made-up-${n}`, grant_type: 'x' }))).status).toBe(400)
    }
    const before = await rows()
    for (let n = 20; n < 60; n++) {
      expectRefusal(
        await send(json({ client_id: `made-up-${n}`, grant_type: 'x' })),
        429,
        'too_many_requests',
      )
    }
    expect(await rows()).toBe(before)
    // From elsewhere the client gets its token.
    expect((await sendRaw(millrace.url, from(newAddress(), json())(client))).status).toBe(200)
  })
})
