import { expect, test } from 'vitest'
import { MOST_TRIES, pauseAfter } from './backoff.ts'

const pauses = Array.from({ length: MOST_TRIES - 1 }, (_, at) => pauseAfter(at + 1, 0.5) as number)

test('pauses grow to three days in all, and after the last try there is none', () => {
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000).toBeCloseTo(70.7, 1)
  expect(pauseAfter(MOST_TRIES, 0.5)).toBeUndefined()
})

test('a receiver can ask for a longer one, and chance moves it by a quarter', () => {
  expect(pauseAfter(1, 0.5, 60_000)).toBe(60_000)
  expect([pauseAfter(2, 0), pauseAfter(2, 1)]).toEqual([22_500, 37_500])
})
