import { describe, expect, test } from 'vitest'
import { answerTo, type ClientRequest, keysOf, storable } from './client-answer.ts'
import { Limits } from './limits.ts'
import { STRICT_WINDOW } from './strict-log.ts'

const now = 1_000 * STRICT_WINDOW
const client = { organisationId: 'an organisation', keyId: 'a key', scopes: null }
const address = '192.0.2.1'
const credentials = { clientId: 'till', clientSecret: 'secret' }
const asks = (wants: 'token' | 'to_be_known'): ClientRequest => ({ wants, credentials, address, ip: address })
const misshapen: ClientRequest = { wants: 'nothing', clientId: 'till', address }

const pair = 'pair:192.0.2.1 till'
const owner = 'client:till'
const failures = 'failures:192.0.2.1'
/** So many requests, the oldest a second before the window ends. */
const entries = (count: number, age = STRICT_WINDOW - 1_000_000) =>
  Array.from({ length: count }, (_, n) => now - age + n)
const limitsWith = (logs: Record<string, number[]> = {}) => new Limits(now, new Map(Object.entries(logs)))
/** How long each log is that has to be written. */
const written = (limits: Limits) =>
  Object.fromEntries(limits.changes().map(([key, log]) => [key, log.length]))

test('three counters are kept: of address and client together, of the client, and of the address', () => {
  expect(keysOf(asks('token'))).toEqual([pair, owner, failures])
  expect(keysOf(misshapen)).toEqual([pair, owner, failures])
})

describe('with the right secret', () => {
  test('a token is issued, and counts for the client and for the pair', () => {
    const limits = limitsWith()
    const answer = answerTo(asks('token'), client, limits)
    expect(answer).toMatchObject({ kind: 'issued', remaining: 19, client })
    expect(answer.kind === 'issued' && answer.token).toMatch(/^\S{20,}$/)
    expect(written(limits)).toEqual({ [pair]: 1, [owner]: 1 })
  })

  test('what remains is the lesser of the two', () => {
    expect(answerTo(asks('token'), client, limitsWith({ [owner]: entries(5) }))).toMatchObject({
      remaining: 14,
    })
    expect(answerTo(asks('token'), client, limitsWith({ [pair]: entries(7) }))).toMatchObject({
      remaining: 12,
    })
  })

  test.each([pair, owner, failures])('the full counter %s refuses, and nothing is counted', key => {
    const limits = limitsWith({ [key]: entries(20) })
    expect(answerTo(asks('token'), client, limits)).toEqual({ kind: 'limited', retryAfterSeconds: 1 })
    expect(written(limits)).toEqual({})
  })

  test('the client’s own counter does not keep it from being known, nor does that of the pair', () => {
    const limits = limitsWith({ [owner]: entries(20), [pair]: entries(20) })
    expect(answerTo(asks('to_be_known'), client, limits)).toEqual({ kind: 'known', client })
    expect(written(limits)).toEqual({})
  })

  test('after 20 failures of its address it is not even known', () => {
    const limits = limitsWith({ [failures]: entries(20) })
    expect(answerTo(asks('to_be_known'), client, limits)).toMatchObject({ kind: 'limited' })
  })
})

describe('with a wrong secret', () => {
  test('a request for a token counts for the address and for the pair, never for the client', () => {
    const limits = limitsWith()
    expect(answerTo(asks('token'), undefined, limits)).toEqual({ kind: 'unknown_client' })
    expect(written(limits)).toEqual({ [failures]: 1, [pair]: 1 })
  })

  test('a question counts for the address alone', () => {
    const limits = limitsWith()
    expect(answerTo(asks('to_be_known'), undefined, limits)).toEqual({ kind: 'unknown_client' })
    expect(written(limits)).toEqual({ [failures]: 1 })
  })

  test('the full counter of the client does not show', () => {
    const limits = limitsWith({ [owner]: entries(20) })
    expect(answerTo(asks('token'), undefined, limits)).toEqual({ kind: 'unknown_client' })
  })
})

describe('a malformed request', () => {
  test('counts for the pair and for the failures of its address', () => {
    const limits = limitsWith()
    expect(answerTo(misshapen, undefined, limits)).toEqual({ kind: 'counted' })
    expect(written(limits)).toEqual({ [pair]: 1, [failures]: 1 })
  })

  test.each([
    ['the pair', pair],
    ['the failures of its address', failures],
  ])('is refused by %s', (_, full) => {
    const limits = limitsWith({ [full]: entries(20) })
    expect(answerTo(misshapen, undefined, limits)).toMatchObject({ kind: 'limited' })
    expect(written(limits)).toEqual({})
  })
})

test('the longer of two waits is said, in whole seconds and always enough', () => {
  const limits = limitsWith({ [failures]: entries(20, 20_000_000), [pair]: entries(20, 30_500_000) })
  expect(answerTo(asks('token'), client, limits)).toEqual({ kind: 'limited', retryAfterSeconds: 40 })
  const shorter = limitsWith({ [pair]: entries(20, 30_500_000) })
  expect(answerTo(asks('token'), client, shorter)).toEqual({ kind: 'limited', retryAfterSeconds: 30 })
  const almost = limitsWith({ [owner]: entries(20, STRICT_WINDOW - 1) })
  expect(answerTo(asks('token'), client, almost)).toEqual({ kind: 'limited', retryAfterSeconds: 1 })
})

test.each([
  ['token', [pair, owner, failures]],
  ['to_be_known', [owner, failures]],
] as const)('after a clock set back, %s puts right every counter that it looks at', (wants, keys) => {
  const ahead = [now + 1_000_000]
  const limits = limitsWith({ [pair]: ahead, [owner]: ahead, [failures]: entries(20, -1_000_000) })
  expect(answerTo(asks(wants), client, limits).kind).toBe('limited')
  expect(Object.keys(written(limits)).sort()).toEqual([...keys].sort())
})

test.each(['', 'a b', 'a\u0000b', 'ü', 'x'.repeat(101), 'a\n', '\na'])(
  '%j can be no client of ours',
  clientId => {
    expect(storable(clientId)).toBe('no-such-client')
  },
)

test.each(['!', '~', 'x'.repeat(100), 'mrk_1'])('%j may be a client of ours', clientId => {
  expect(storable(clientId)).toBe(clientId)
})

describe('of IPv6', () => {
  const subnet = '2001:db8:0:12ff::/64'
  const own = `failures:${subnet}`
  const wide = 'wide failures:2001:db8:0:1200::/56'
  const asksFrom: ClientRequest = { wants: 'token', credentials, address: subnet, ip: '2001:db8:0:12ff::1' }

  test('a failure counts for the /64 and for the /56 around it', () => {
    const limits = limitsWith()
    expect(answerTo(asksFrom, undefined, limits)).toEqual({ kind: 'unknown_client' })
    expect(written(limits)).toEqual({ [own]: 1, [wide]: 1, [`pair:${subnet} till`]: 1 })
  })

  test('60 failures of the /56 refuse each of its /64, and the longer wait is said', () => {
    const full = limitsWith({ [wide]: entries(60, 20_000_000) })
    expect(answerTo(asksFrom, client, full)).toEqual({ kind: 'limited', retryAfterSeconds: 40 })
    const both = limitsWith({ [wide]: entries(60, 20_000_000), [own]: entries(20, 30_000_000) })
    expect(answerTo(asksFrom, client, both)).toEqual({ kind: 'limited', retryAfterSeconds: 40 })
    expect(answerTo(asksFrom, client, limitsWith({ [wide]: entries(59) }))).toMatchObject({ kind: 'issued' })
  })
})

test('a malformed request that names no client counts for none of ours', () => {
  const limits = limitsWith()
  expect(answerTo({ wants: 'nothing', clientId: undefined, address }, undefined, limits)).toEqual({
    kind: 'counted',
  })
  expect(written(limits)).toEqual({ [failures]: 1, 'pair:192.0.2.1 no-such-client': 1 })
})
