import type { OpeningHours, OpenSpan } from '@millrace/contract/calendar'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trials } from '../../../tests/support/trials.ts'
import { addDuration } from './add-duration.ts'
import { nextTimeOfDay } from './next-time-of-day.ts'
import { isOpen, nextOpening } from './opening-hours.ts'
import { quietUntil } from './quiet-hours.ts'
import { firstAtOrAfter, MINUTE, readClock, readings } from './wall-model.fixture.ts'

/** Zones with unusual clock changes, and moments around the days of those changes. */
const changes = [
  ['Europe/Amsterdam', '2026-03-29T01:00:00Z'],
  ['Europe/Amsterdam', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2027-03-14T07:00:00Z'],
  ['America/New_York', '2027-11-07T06:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['Africa/Casablanca', '2026-02-15T02:00:00Z'],
  ['Africa/Casablanca', '2026-03-22T02:00:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
  ['America/Sao_Paulo', '2018-11-04T03:00:00Z'],
  ['America/Sao_Paulo', '2018-02-18T02:00:00Z'],
  ['Africa/Cairo', '2026-04-23T22:00:00Z'],
  ['Asia/Kathmandu', '2026-12-31T18:15:00Z'],
  ['Europe/London', '2040-03-25T01:00:00Z'],
  ['UTC', '2028-02-29T00:00:00Z'],
] as const

const HOUR = 60 * MINUTE
const HALF = 30 * HOUR

/** A zone and a moment within 30 hours of one of the changes, mostly on a whole minute. */
const nearChange = fc
  .tuple(
    fc.constantFrom(...changes),
    fc.integer({ min: -HALF, max: HALF }),
    fc.constantFrom(MINUTE, MINUTE, 1),
  )
  .map(([[zone, change], distance, grain]) => ({
    zone,
    at: new Date(Date.parse(change) + Math.round(distance / grain) * grain),
  }))

const timeOfDay = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)

const someWeekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 })

const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

const everyDay = (span: OpenSpan, weekdays = [1, 2, 3, 4, 5, 6, 7]): OpeningHours => ({
  weekly: Object.fromEntries(weekdays.map(weekday => [names[weekday - 1], [span]])),
})

test('the next time of day is the first that a clock read minute by minute shows, for any zone and time around a change', () => {
  fc.assert(
    fc.property(nearChange, timeOfDay, ({ zone, at }, time) => {
      const found = nextTimeOfDay(at, zone, { time })
      const seen = firstAtOrAfter(readings(at.getTime() - 50 * HOUR, at.getTime() + 76 * HOUR, zone), time)
      const model = seen.find(reading => reading.at >= at.getTime())
      expect(found.toISOString()).toBe(new Date(model?.at ?? Number.NaN).toISOString())
    }),
    { numRuns: trials(30, 100) },
  )
})

test('with weekdays the next time of day is the first of those moments that falls on one of them', () => {
  fc.assert(
    fc.property(nearChange, timeOfDay, someWeekdays, ({ zone, at }, time, weekdays) => {
      let daily = nextTimeOfDay(at, zone, { time })
      while (!weekdays.includes(readClock(daily.getTime(), zone).weekday))
        daily = nextTimeOfDay(new Date(daily.getTime() + 1), zone, { time })
      expect(nextTimeOfDay(at, zone, { time, weekdays })).toEqual(daily)
    }),
    { numRuns: 300 },
  )
})

test('days later the clock shows the same time, or has just been put forward over it', () => {
  fc.assert(
    fc.property(nearChange, fc.integer({ min: 1, max: 800 }), ({ zone, at }, amount) => {
      const later = addDuration(at, zone, { amount, unit: 'days' }).getTime()
      const { date, time } = readClock(at.getTime(), zone)
      const day = new Date(Date.parse(date) + amount * 86_400_000).toISOString().slice(0, 10)
      const shown = shownAt(later, zone)
      if (shown !== `${day} ${time}`) {
        expect(shown > `${day} ${time}`).toBe(true)
        expect(shownAt(later - 1, zone) < `${day} ${time}`).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

function shownAt(at: number, zone: string): string {
  const { date, time } = readClock(at, zone)
  return `${date} ${time}`
}

test('it is open when a clock read minute by minute says so, for any hours around a change', () => {
  fc.assert(
    fc.property(nearChange, timeOfDay, timeOfDay, ({ zone, at }, from, to) => {
      const minute = Math.floor(at.getTime() / MINUTE) * MINUTE
      const seen = readings(minute - 76 * HOUR, minute + 52 * HOUR, zone)
      const starts = firstAtOrAfter(seen, from)
      const ends = firstAtOrAfter(seen, to)
      const model = starts.some(start => {
        // The next calendar day: hours past midnight may end on a date that the zone skips.
        const endDate =
          to > from ? start.date : new Date(Date.parse(start.date) + 86_400_000).toISOString().slice(0, 10)
        const end = ends.find(({ date }) => date >= endDate)
        const closes =
          end === undefined
            ? Number.POSITIVE_INFINITY
            : end.date === endDate
              ? end.at
              : firstOf(seen, end.date)
        return start.at <= minute && minute < closes
      })
      expect(isOpen(new Date(minute), zone, everyDay({ from, to }))).toBe(model)
    }),
    { numRuns: trials(30, 100) },
  )
})

const firstOf = (seen: { date: string; at: number }[], date: string) =>
  seen.find(reading => reading.date === date)?.at ?? Number.NaN

test('the next opening is open, not in the past, and it was not open before it', () => {
  fc.assert(
    fc.property(nearChange, timeOfDay, timeOfDay, ({ zone, at }, from, to) => {
      const hours = everyDay({ from, to })
      const found = nextOpening(at, zone, hours) as Date
      expect(isOpen(found, zone, hours)).toBe(true)
      expect(found.getTime()).toBeGreaterThanOrEqual(at.getTime())
      for (let before = found.getTime() - MINUTE; before >= at.getTime(); before -= 7 * MINUTE)
        expect(isOpen(new Date(before), zone, hours)).toBe(false)
    }),
    { numRuns: trials(30, 100) },
  )
})

test('it is quiet when hours of the same times would be open, and no longer', () => {
  fc.assert(
    fc.property(nearChange, timeOfDay, timeOfDay, someWeekdays, ({ zone, at }, from, to, weekdays) => {
      fc.pre(from !== to)
      const quiet = { from, to, weekdays }
      const hours = everyDay({ from, to }, weekdays)
      const end = quietUntil(at, zone, quiet)
      expect(end !== undefined).toBe(isOpen(at, zone, hours))
      if (end === undefined) return
      expect(isOpen(end, zone, hours)).toBe(false)
      for (let before = at.getTime(); before < end.getTime(); before += HOUR)
        expect(quietUntil(new Date(before), zone, quiet)).toEqual(end)
    }),
    { numRuns: 300 },
  )
})
