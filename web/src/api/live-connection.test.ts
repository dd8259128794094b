import { expect, test } from 'vitest'
import { pauseBefore } from './live-connection.ts'

test('the pauses grow, and end at half a minute', () => {
  expect([0, 1, 2, 10].map(attempt => pauseBefore(attempt, 1))).toEqual([1_000, 2_000, 4_000, 30_000])
  expect(pauseBefore(10, 0)).toBe(15_000)
})
