import type { DateRule } from '@millrace/contract/workflow'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueOn, nextDateSlot, occasionKey } from './date-occasion.ts'
import { dayAfter, lastSlot, slotOn } from './slots.ts'

const rule = (given: Partial<DateRule> = {}): DateRule => ({
  attribute: 'birthday',
  repeats: 'yearly',
  time: '10:00',
  ...given,
})
const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))
const zones = fc.constantFrom('UTC', 'Europe/London', 'America/St_Johns', 'Pacific/Apia', 'Africa/Cairo')
const times = fc.constantFrom('00:00', '00:30', '01:30', '02:30', '10:00', '23:59')

test('the slots of a zone come one after the other, one for each day', () => {
  fc.assert(
    fc.property(day, times, zones, (date, time, zone) => {
      const slot = slotOn(date, time, zone)
      const next = slotOn(dayAfter(date), time, zone)
      expect(next.at.getTime()).toBeGreaterThanOrEqual(slot.at.getTime())
      expect(lastSlot(slot.at, time, zone).at).toEqual(slot.at)
      expect(lastSlot(new Date(next.at.getTime() - 1), time, zone).at.getTime()).toBeLessThan(
        next.at.getTime(),
      )
    }),
  )
})

test('where a zone has no such day, its slot is the moment of the change', () => {
  // Samoa went from 29 to 31 December 2011.
  expect(slotOn('2011-12-30', '10:00', 'Pacific/Apia').at.toISOString()).toBe('2011-12-30T10:00:00.000Z')
})

test('every date is due on one day of every later year, before it or after it', () => {
  const offsets = fc.constantFrom({}, { days_before: 7 }, { days_after: 3 }, { days_before: 365 })
  fc.assert(
    fc.property(day, offsets, fc.integer({ min: 2027, max: 2040 }), (written, offset, year) => {
      const given = rule(offset)
      const slot = nextDateSlot(given, written, 'UTC', new Date(`${year}-01-01T00:00:00Z`))
      if (slot === undefined) throw new Error('never due')
      const [, month, date] = written.split('-').map(Number) as [number, number, number]
      expect(slot.due).toEqual(dueOn(given, slot.day))
      expect(slot.due.monthDays).toContain(month * 100 + date)
      expect(slot.due.year).toBeGreaterThan(Number(written.slice(0, 4)))
    }),
  )
})

test('29 February is due on the 28th of other years', () => {
  expect(dueOn(rule(), '2027-02-28')).toEqual({ occasion: '2027-02-28', year: 2027, monthDays: [228, 229] })
  expect(dueOn(rule(), '2028-02-28').monthDays).toEqual([228])
  expect(dueOn(rule({ repeats: 'never' }), '2027-02-28').monthDays).toEqual([228])
})

test('an occasion is a year, or a date where it does not repeat', () => {
  expect(occasionKey(rule({ days_before: 7 }), dueOn(rule({ days_before: 7 }), '2026-12-28'))).toBe(
    'birthday 2027',
  )
  const once = rule({ repeats: 'never' })
  expect(occasionKey(once, dueOn(once, '2026-12-28'))).toBe('birthday 2026-12-28')
})

test('a date that has passed is not due again unless it repeats', () => {
  const after = new Date('2026-06-01T00:00:00Z')
  expect(nextDateSlot(rule({ repeats: 'never' }), '2026-05-17', 'UTC', after)).toBeUndefined()
  expect(nextDateSlot(rule({ repeats: 'never' }), '2026-06-17', 'UTC', after)?.day).toBe('2026-06-17')
  for (const written of ['2026-02-30', 'tbc', 5, null, undefined, '0000-01-01'])
    expect(nextDateSlot(rule(), written, 'UTC', after)).toBeUndefined()
})
