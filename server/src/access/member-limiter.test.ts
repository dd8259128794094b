import { expect, test } from 'vitest'
import { createMemberLimiter, memberLimits } from './member-limiter.ts'

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

test('a minute begins with the first request, whenever that is', () => {
  let now = 100_000
  const limiter = createMemberLimiter(limits, () => now)
  for (let asked = 0; asked < 5; asked++) limiter.enter('ada', false)
  now = 110_000
  expect(limiter.enter('ada', false)).toBe(50)
  now = 159_999
  expect(limiter.enter('ada', false)).toBe(1)
})

test('only the end of a heavy request lets the next one in', () => {
  const limiter = createMemberLimiter(limits, () => 0)
  limiter.leave('nobody', true)
  limiter.enter('ada', true)
  limiter.enter('ada', true)
  limiter.leave('ada', false)
  expect(limiter.enter('ada', true)).toBe(1)
  limiter.leave('ada', true)
  expect(limiter.enter('ada', true)).toBe(undefined)
})

test('without other limits, a member has three heavy requests at a time, by the clock of the process', () => {
  const limiter = createMemberLimiter()
  expect([1, 2, 3, 4].map(() => limiter.enter('ada', true))).toEqual([undefined, undefined, undefined, 1])
  const short = createMemberLimiter({ ...memberLimits, aMinute: 1 })
  short.enter('ada', false)
  const wait = short.enter('ada', false)
  expect(wait).toBeGreaterThanOrEqual(1)
  expect(wait).toBeLessThanOrEqual(60)
})
