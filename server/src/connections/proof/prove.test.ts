import { createHmac } from 'node:crypto'
import type { Proof } from '@millrace/contract/connection-proof'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Presented, proved, refused } from './proof.ts'
import { prove } from './prove.ts'

const now = new Date('2026-11-16T12:00:00Z')
const seconds = String(now.getTime() / 1_000)
const body = Buffer.from('{"timestamp":"2026-11-16T12:00:00.000Z","spend":12.5}')
const url = 'https://guests.example.com/hooks/abc'

const presented = (headers: Presented['headers'], given: Partial<Presented> = {}): Presented => ({
  headers,
  body,
  url,
  now,
  ...given,
})

const hmac = (key: string | Buffer, encoding: 'hex' | 'base64', ...parts: (string | Buffer)[]) => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made.digest(encoding)
}

interface Case {
  readonly name: string
  readonly proof: Proof
  /** Signs like the sender. */
  sign(secret: string, body: Buffer, at?: string): Record<string, string>
}

const cases: Case[] = [
  {
    name: 'HMAC of the body in hex',
    proof: { scheme: 'hmac', header: 'x-signature', algorithm: 'sha256', encoding: 'hex', signed: 'body' },
    sign: (secret, bytes) => ({ 'x-signature': hmac(secret, 'hex', bytes) }),
  },
  {
    name: 'HMAC of the body with a prefix',
    proof: {
      scheme: 'hmac',
      header: 'x-hub-signature-256',
      algorithm: 'sha256',
      encoding: 'hex',
      signed: 'body',
      prefix: 'sha256=',
    },
    sign: (secret, bytes) => ({ 'x-hub-signature-256': `sha256=${hmac(secret, 'hex', bytes)}` }),
  },
  {
    name: 'HMAC-SHA1 in base64',
    proof: { scheme: 'hmac', header: 'x-sig', algorithm: 'sha1', encoding: 'base64', signed: 'body' },
    sign: (secret, bytes) => ({ 'x-sig': createHmac('sha1', secret).update(bytes).digest('base64') }),
  },
  {
    name: 'HMAC of the address and the body',
    proof: { scheme: 'hmac', header: 'x-sig', algorithm: 'sha256', encoding: 'base64', signed: 'url_body' },
    sign: (secret, bytes) => ({ 'x-sig': hmac(secret, 'base64', url, bytes) }),
  },
  {
    name: 'HMAC of a time in a header and the body',
    proof: {
      scheme: 'hmac',
      header: 'x-sig',
      algorithm: 'sha256',
      encoding: 'hex',
      signed: 'timestamp_body',
      separator: '.',
      timestamp: { header: 'x-time' },
      tolerance_seconds: 300,
    },
    sign: (secret, bytes, at = seconds) => ({
      'x-time': at,
      'x-sig': hmac(secret, 'hex', `${at}.`, bytes),
    }),
  },
  {
    name: 'HMAC of the body and a time in it',
    proof: {
      scheme: 'hmac',
      header: 'x-sig',
      algorithm: 'sha256',
      encoding: 'base64',
      signed: 'body_timestamp',
      timestamp: { field: 'timestamp' },
    },
    sign: (secret, bytes) => ({ 'x-sig': hmac(secret, 'base64', bytes, '2026-11-16T12:00:00.000Z') }),
  },
  {
    name: 'Standard Webhooks',
    proof: { scheme: 'standard_webhooks' },
    sign: (secret, bytes, at = seconds) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': at,
      'webhook-signature': `v1,${hmac(secret, 'base64', `msg_1.${at}.`, bytes)}`,
    }),
  },
  {
    name: 'Stripe',
    proof: { scheme: 'stripe' },
    sign: (secret, bytes, at = seconds) => ({
      'stripe-signature': `t=${at},v1=${hmac(secret, 'hex', `${at}.`, bytes)},v0=00`,
    }),
  },
  {
    name: 'a bearer token',
    proof: { scheme: 'shared_secret', in: 'bearer' },
    sign: secret => ({ authorization: `Bearer ${secret}` }),
  },
  {
    name: 'a password',
    proof: { scheme: 'shared_secret', in: 'basic', username: 'till' },
    sign: secret => ({ authorization: `Basic ${Buffer.from(`till:${secret}`).toString('base64')}` }),
  },
  {
    name: 'a secret in a header',
    proof: { scheme: 'shared_secret', in: 'header', header: 'x-api-key' },
    sign: secret => ({ 'x-api-key': secret }),
  },
]

describe.each(cases)('$name', ({ proof, sign }) => {
  test('proves where a delivery comes from', async () => {
    expect(await prove(proof, ['secret'], presented(sign('secret', body)))).toEqual(proved)
  })

  test('counts with the old and with the new secret during a change', async () => {
    const secrets = ['new', 'old']
    expect(await prove(proof, secrets, presented(sign('old', body)))).toEqual(proved)
    expect(await prove(proof, secrets, presented(sign('new', body)))).toEqual(proved)
    expect(await prove(proof, secrets, presented(sign('older', body)))).toEqual(refused('wrong_signature'))
  })

  test('is refused with nothing, without a secret, and with any other secret', async () => {
    expect((await prove(proof, ['secret'], presented({}))).ok).toBe(false)
    expect(await prove(proof, [], presented(sign('secret', body)))).toEqual(refused('no_secret'))
    await fc.assert(
      fc.asyncProperty(
        fc.base64String({ minLength: 4 }).filter(other => other !== 'secret'),
        async other => {
          expect(await prove(proof, ['secret'], presented(sign(other, body)))).toEqual(
            refused('wrong_signature'),
          )
        },
      ),
      { numRuns: 50 },
    )
  })

  test('is refused, and never an error, whatever its headers have', async () => {
    const names = Object.keys(sign('secret', body))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string(), { minLength: names.length, maxLength: names.length }),
        async values => {
          const headers = Object.fromEntries(names.map((name, index) => [name, values[index]]))
          expect((await prove(proof, ['secret'], presented(headers))).ok).toBe(false)
        },
      ),
    )
  })

  test('is refused where a header is given twice', async () => {
    const headers = Object.fromEntries(
      Object.entries(sign('secret', body)).map(([name, value]) => [name, [value, value]]),
    )
    expect((await prove(proof, ['secret'], presented(headers))).ok).toBe(false)
  })
})

const signing = cases.filter(({ proof }) => proof.scheme !== 'shared_secret')

test.each(signing)('$name: one changed byte is refused', async ({ proof, sign }) => {
  const headers = sign('secret', body)
  await fc.assert(
    fc.asyncProperty(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const other = Buffer.from(body)
      other[at] = (other[at] as number) ^ by
      expect((await prove(proof, ['secret'], presented(headers, { body: other }))).ok).toBe(false)
    }),
  )
})

const timed = cases.filter(({ proof }) => 'tolerance_seconds' in proof || proof.scheme.startsWith('st'))

test.each(timed)(
  '$name: five minutes of difference between the clocks, and no more',
  async ({ proof, sign }) => {
    const at = (difference: number) => {
      const time = String(now.getTime() / 1_000 + difference)
      return prove(proof, ['secret'], presented(sign('secret', body, time)))
    }
    expect(await at(-300)).toEqual(proved)
    expect(await at(300)).toEqual(proved)
    expect(await at(-301)).toEqual(refused('too_old'))
    expect(await at(301)).toEqual(refused('in_the_future'))
  },
)

test('a time is read in seconds, milliseconds and ISO 8601, with and without a colon in its offset', async () => {
  const { proof, sign } = cases[4] as Case
  const at = (time: string) => prove(proof, ['secret'], presented(sign('secret', body, time)))
  for (const time of [
    '1794830400',
    '1794830400000',
    '2026-11-16T12:00:00Z',
    '2026-11-16T13:00:00+01:00',
    '2026-11-16T12:00:00.000+0000',
  ]) {
    expect([time, await at(time)]).toEqual([time, proved])
  }
  for (const time of ['soon', '12', '-1', '2026-13-45T12:00:00Z']) {
    expect([time, (await at(time)).ok]).toEqual([time, false])
  }
})

test('a time in the body is not looked for among more values than are read', async () => {
  const proof: Proof = {
    ...{ scheme: 'hmac', header: 'x-sig', algorithm: 'sha256', encoding: 'hex', signed: 'body_timestamp' },
    timestamp: { field: 'at' },
  }
  const among = async (values: number) => {
    const bytes = Buffer.from(`{"at":"${seconds}","list":[${Array(values).fill('{}').join()}]}`)
    const headers = { 'x-sig': hmac('secret', 'hex', bytes, seconds) }
    return prove(proof, ['secret'], presented(headers, { body: bytes }))
  }
  expect(await among(20_000)).toEqual(proved)
  expect(await among(300_000)).toEqual(refused('no_timestamp'))
})

test('RFC 4231, test case 2', async () => {
  const proof: Proof = {
    scheme: 'hmac',
    header: 'x-sig',
    algorithm: 'sha256',
    encoding: 'hex',
    signed: 'body',
  }
  const headers = { 'x-sig': '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843' }
  const signed = { body: Buffer.from('what do ya want for nothing?') }
  expect(await prove(proof, ['Jefe'], presented(headers, signed))).toEqual(proved)
})

test('without proof, the address alone counts', async () => {
  expect(await prove({ scheme: 'none' }, [], presented({}))).toEqual(proved)
})
