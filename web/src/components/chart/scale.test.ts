import { expect, test } from 'vitest'
import { ticksUpTo } from './scale.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [9, [0, 5, 10]],
  [75, [0, 20, 40, 60, 80]],
  [100, [0, 50, 100]],
  [12_430, [0, 5_000, 10_000, 15_000]],
])('up to %i', (most, ticks) => {
  expect(ticksUpTo(most)).toEqual(ticks)
})
