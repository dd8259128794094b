import { expect, test } from 'vitest'
import { createBelievedTime, plausible } from './believed-time.ts'

const DAY = 86_400_000
const START = Date.UTC(2030, 0, 1)

/** A process that asks a database whose clock is off by some time. */
function asking() {
  let at = 0
  const belief = createBelievedTime(() => at)
  return {
    /** Returns by how much the believed time is off then. */
    off: () => (belief.now()?.getTime() ?? Number.NaN) - START - at,
    /** The answer takes `tookMs`; the database reads its clock in the middle. Returns whether a jump came to be believed. */
    ask(now: number, offMs: number, tookMs = 0): boolean {
      at = now + tookMs
      return belief.take({ askedAt: now, answeredAt: at, said: START + now + tookMs / 2 + offMs })
    },
    belief,
  }
}

test('nothing is believed before the first answer, and then what it says', () => {
  const { ask, off, belief } = asking()
  expect(belief.now()).toBe(null)
  expect(ask(1_000, DAY)).toBe(false)
  expect(off()).toBe(DAY)
})

test('a clock that drifts is followed', () => {
  const { ask, off } = asking()
  for (let second = 0; second <= 100; second += 5) expect(ask(second * 1_000, second * 500)).toBe(false)
  expect(off()).toBe(50_000)
})

test.each([DAY, -3_600_000])('a clock that is off by %i ms for a moment is never believed', jump => {
  const { ask, off, belief } = asking()
  ask(0, 0)
  const settled = [ask(5_000, jump), ask(10_000, jump)]
  expect(off()).toBe(0)
  settled.push(ask(15_000, 0), ask(44_000, 0))
  expect([settled, belief.forClaims()]).toEqual([[false, false, false, false], new Date(0)])
  expect([ask(45_000, 0), ask(50_000, 0)]).toEqual([true, false])
  expect([off(), belief.forClaims()]).toEqual([0, belief.now()])
})

test.each([DAY, -3_600_000])(
  'a clock that stays off by %i ms is believed after half a minute, once',
  jump => {
    const { ask, off } = asking()
    ask(0, 0)
    const believed = [5, 10, 34, 35, 40].map(second => ask(second * 1_000, jump))
    expect(believed).toEqual([false, false, false, true, false])
    expect(off()).toBe(jump)
  },
)

test('a clock that jumps again begins its half minute again', () => {
  const { ask } = asking()
  ask(0, 0)
  expect([ask(5_000, DAY), ask(20_000, 2 * DAY), ask(36_000, 2 * DAY), ask(50_000, 2 * DAY)]).toEqual([
    false,
    false,
    false,
    true,
  ])
})

test('an answer that took long says little about the clock', () => {
  const { ask, off } = asking()
  ask(0, 0)
  expect([ask(5_000, 40_000, 60_000), ask(100_000, 0)]).toEqual([false, false])
  expect(Math.abs(off())).toBeLessThan(40_001)
})

test('a time is taken as it is said where it agrees, and otherwise as it is believed', () => {
  const [said, close, far] = [0, 9_000, DAY].map(ms => new Date(START + ms)) as [Date, Date, Date]
  expect([plausible(said, null), plausible(said, close), plausible(said, far)]).toEqual([said, said, far])
})
