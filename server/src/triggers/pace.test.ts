import { expect, test } from 'vitest'
import { allowedNow, pacedAfter } from './pace.ts'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1_000)

/** How many start in so many seconds, if someone looks every so many. */
function startsWithin(pace: Parameters<typeof allowedNow>[0], seconds: number, every: number): number {
  let pacedAt: Date | null = null
  let started = 0
  for (let second = 0; second < seconds; second += every) {
    const { guests, from } = allowedNow(pace, pacedAt, at(second))
    pacedAt = pacedAfter(pace, from, guests)
    started += guests
  }
  return started
}

test.each([
  [{ guests: 60, per: 'minute' }, 60, 60],
  [{ guests: 6_000, per: 'minute' }, 60, 6_000],
  [{ guests: 100, per: 'hour' }, 3_600, 100],
  [{ guests: 1, per: 'hour' }, 3_600, 1],
  [{ guests: 1_000_000, per: 'hour' }, 60, 16_667],
] as const)('%j is kept', (pace, seconds, most) => {
  for (const every of [1, 0.5, 3]) {
    const started = startsWithin(pace, seconds, every)
    expect(started).toBeLessThanOrEqual(most + 1)
    expect(started).toBeGreaterThanOrEqual(most * 0.93)
  }
})

test('what was not used is not made up for, and a clock that is put back does not stop it', () => {
  const pace = { guests: 60, per: 'minute' } as const
  expect(allowedNow(pace, at(0), at(3_600)).guests).toBe(5)
  expect(allowedNow(pace, at(3_600), at(0))).toEqual({ guests: 0, from: at(0) })
  expect(allowedNow(pace, null, at(0)).guests).toBe(1)
})
