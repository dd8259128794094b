import { expect, test } from 'vitest'
import { mostAttempts, pauseAfter } from './backoff.ts'

test('pauses grow from attempt to attempt, and after the last there is none', () => {
  for (const channel of ['email', 'sms', 'webhook'] as const) {
    const attempts = Array.from({ length: mostAttempts(channel) }, (_, index) => index + 1)
    const pauses = attempts.map(attempt => pauseAfter(channel, attempt, 0.5))
    expect(pauses.pop()).toBeUndefined()
    expect(pauses).toEqual(pauses.toSorted((a, b) => (a as number) - (b as number)))
    expect(new Set(pauses).size).toBe(pauses.length)
  }
})

test('what a person has tried again after the last attempt gets a whole round', () => {
  const last = mostAttempts('webhook')
  expect(pauseAfter('webhook', last + 1, 0.5)).toBe(pauseAfter('webhook', 1, 0.5))
  expect(pauseAfter('webhook', 2 * last, 0.5)).toBeUndefined()
})

test('a pause varies by a quarter either way, and is never shorter than the receiver asked for', () => {
  expect([0, 0.5, 1].map(random => pauseAfter('webhook', 1, random))).toEqual([3_750, 5_000, 6_250])
  expect(pauseAfter('webhook', 1, 0, 60_000)).toBe(60_000)
  expect(pauseAfter('webhook', 3, 0, 1_000)).toBe(90_000)
})

test('a message that waits for its provider is never given up, and pauses for ten minutes at most', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7].map(attempt => pauseAfter('email', attempt, 0.5, 0, true))
  expect(pauses).toEqual([30_000, 120_000, 600_000, 600_000, 600_000, 600_000, 30_000])
})
