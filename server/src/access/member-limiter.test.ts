import { expect, test } from 'vitest'
import { createMemberLimiter } from './member-limiter.ts'

const limits = { aMinute: 5, heavyAMinute: 3, heavyAtOnce: 2 }

test('a member may ask so much a minute, whatever others ask', () => {
  let now = 0
  const limiter = createMemberLimiter(limits, () => now)
  for (let asked = 0; asked < 5; asked++) expect(limiter.enter('ada', false)).toBe(undefined)
  now = 20_000
  expect(limiter.enter('ada', false)).toBe(40)
  expect(limiter.enter('ben', false)).toBe(undefined)
  now = 60_000
  expect(limiter.enter('ada', false)).toBe(undefined)
})

test('heavy requests are fewer, and only some of them at a time', () => {
  let now = 0
  const limiter = createMemberLimiter(limits, () => now)
  expect([1, 2, 3].map(() => limiter.enter('ada', true))).toEqual([undefined, undefined, 1])
  expect(limiter.enter('ada', false)).toBe(undefined)
  limiter.leave('ada', true)
  expect(limiter.enter('ada', true)).toBe(undefined)
  limiter.leave('ada', true)
  expect(limiter.enter('ada', true)).toBe(60)
  // What is under way counts also when a new minute has begun.
  now = 60_000
  expect(limiter.enter('ada', true)).toBe(undefined)
  expect(limiter.enter('ada', true)).toBe(1)
})
