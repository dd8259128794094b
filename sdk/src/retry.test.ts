import { expect, test } from 'vitest'
import { AuthenticationError, ConflictError, ConnectionError, MillraceError, TimeoutError } from './errors.ts'
import { isWorthRetrying, pauseAfter } from './retry.ts'

const status = (code: number) => new MillraceError('no', { status: code })

test.each([
  ['a lost connection', new ConnectionError('cut')],
  ['a time-out', new TimeoutError('late')],
  ['429', status(429)],
  ['500', status(500)],
  ['502', status(502)],
  ['503', status(503)],
  ['504', status(504)],
  [
    'a request that is still in flight',
    new ConflictError('', { status: 409, code: 'idempotency_in_flight' }),
  ],
])('a request is tried again after %s', (_what, error) => {
  expect(isWorthRetrying(error)).toBe(true)
})

test.each([
  ['400', status(400)],
  ['404', status(404)],
  ['another conflict', new ConflictError('', { status: 409, code: 'run_finished' })],
  ['a refused key', new AuthenticationError('', { status: 401 })],
  ['an error that is not of this client', new Error('abort')],
])('nothing is tried again after %s', (_what, error) => {
  expect(isWorthRetrying(error)).toBe(false)
})

test('pauses grow up to eight seconds, and differ by up to a half', () => {
  const longest = [1, 2, 3, 4, 5, 6, 7].map(failures => pauseAfter(failures, status(503), () => 1))
  expect(longest).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 8_000])
  expect(pauseAfter(3, status(503), () => 0)).toBe(500)
})

test('a pause is never shorter than the server asked for', () => {
  const asked = new MillraceError('', { status: 429, retryAfterSeconds: 12 })
  expect(pauseAfter(1, asked, () => 0)).toBe(12_000)
  expect(pauseAfter(1, asked, () => 1)).toBe(12_250)
})
