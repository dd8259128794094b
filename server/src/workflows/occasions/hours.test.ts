import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { momentOf } from '#calendar/wall-clock.ts'
import { daysBegun, timeReached } from './hours.ts'

const minutes = fc.integer({ min: 0, max: 60 * 24 * 400 })
const at = (minute: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + minute * 60_000)

test('a time is reached once, when the clock first shows it, in whatever portions it is asked for', () => {
  const zones = fc.constantFrom('Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'UTC')
  fc.assert(
    fc.property(zones, minutes, minutes, minutes, (zone, one, other, shown) => {
      const [from, until] = one < other ? [at(one), at(other)] : [at(other), at(one)]
      const wall = Temporal.PlainDateTime.from('2026-01-01T00:00').add({ minutes: shown })
      const moment = momentOf(wall, zone)
      const isAfter = (reached: Temporal.PlainDateTime) => Temporal.PlainDateTime.compare(wall, reached) > 0
      const isReached = isAfter(timeReached(from, zone)) && !isAfter(timeReached(until, zone))
      expect(isReached).toBe(moment > from && moment <= until)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00'],
  // The clock is put back.
  ['2026-10-25T01:00:00Z', '2026-10-25T01:59:59.999'],
  // It shows half past one again.
  ['2026-10-25T01:30:00Z', '2026-10-25T01:59:59.999'],
  ['2026-10-25T02:30:00Z', '2026-10-25T02:30:00'],
  ['2026-03-29T01:00:00Z', '2026-03-29T02:00:00'],
])('at %s the clock of London has reached %s', (moment, time) => {
  expect(timeReached(new Date(moment), 'Europe/London').toString()).toBe(time)
})

test('days begin at midnight', () => {
  const begun = (after: string, until: string) =>
    daysBegun(Temporal.PlainDateTime.from(after), Temporal.PlainDateTime.from(until))
  expect(begun('2026-05-17T00:00', '2026-05-17T23:59')).toEqual([])
  expect(begun('2026-05-17T23:59', '2026-05-18T00:00')).toEqual(['2026-05-18'])
  expect(begun('2026-05-17T12:00', '2026-05-19T00:01')).toEqual(['2026-05-18', '2026-05-19'])
})
