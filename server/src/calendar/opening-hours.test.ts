import { OpeningHours } from '@millrace/contract/calendar'
import { Check } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { isOpen, nextOpening } from './opening-hours.ts'

const zone = 'Europe/Amsterdam'
const evenings = [{ from: '18:00', to: '02:00' }]
const lunch = { from: '12:00', to: '14:30' }
const bar: OpeningHours = {
  weekly: { wednesday: evenings, thursday: [lunch, ...evenings], friday: evenings, saturday: evenings },
  exceptions: [
    { date: '2026-06-12', spans: [], note: 'Wedding' },
    { date: '2026-06-16', spans: [{ from: '10:00', to: '24:00' }] },
  ],
}
const open = (at: string, hours = bar, where = zone) => isOpen(new Date(at), where, hours)
const opens = (at: string, hours = bar, where = zone) =>
  nextOpening(new Date(at), where, hours)?.toISOString()

describe('isOpen', () => {
  test.each([
    ['before the first hour', '2026-06-10T15:59:59.999Z', false],
    ['from the first moment on', '2026-06-10T16:00:00Z', true],
    ['past midnight', '2026-06-10T23:59:59.999Z', true],
    ['not at the last moment', '2026-06-11T00:00:00Z', false],
    ['at lunch on a Thursday', '2026-06-11T10:00:00Z', true],
    ['between lunch and evening', '2026-06-11T13:00:00Z', false],
    ['the night before a closed date', '2026-06-11T22:30:00Z', true],
    ['on a closed date', '2026-06-12T18:00:00Z', false],
    ['in the night after a closed date', '2026-06-12T23:00:00Z', false],
    ['on a date with other hours', '2026-06-16T08:00:00Z', true],
    ['until midnight and no longer', '2026-06-16T22:00:00Z', false],
  ])('%s', (_, at, expected) => expect(open(at)).toBe(expected))

  test('a whole day is from midnight to midnight', () => {
    for (const to of ['00:00', '24:00']) {
      const sundays = { weekly: { sunday: [{ from: '00:00', to }] } }
      expect(open('2026-03-28T22:59:59.999Z', sundays)).toBe(false)
      expect(open('2026-03-28T23:00:00Z', sundays)).toBe(true)
      expect(open('2026-03-29T21:59:59.999Z', sundays)).toBe(true)
      expect(open('2026-03-29T22:00:00Z', sundays)).toBe(false)
    }
  })

  test('hours that the clock passes over do not take place', () => {
    const early = { weekly: { sunday: [{ from: '02:10', to: '02:50' }] } }
    expect(open('2026-03-29T01:10:00Z', early)).toBe(false)
    expect(opens('2026-03-28T12:00:00Z', early)).toBe('2026-04-05T00:10:00.000Z')
  })

  test('hours that the clock shows twice take place once', () => {
    const early = { weekly: { sunday: [{ from: '02:10', to: '02:50' }] } }
    expect(open('2026-10-25T00:20:00Z', early)).toBe(true)
    expect(open('2026-10-25T01:20:00Z', early)).toBe(false)
  })

  test('a date that the zone does not have has no hours', () => {
    const fridays = { weekly: { friday: [{ from: '20:00', to: '04:00' }] } }
    expect(open('2011-12-30T10:30:00Z', fridays, 'Pacific/Apia')).toBe(false)
    expect(opens('2011-12-30T09:00:00Z', fridays, 'Pacific/Apia')).toBe('2012-01-06T06:00:00.000Z')
  })
})

describe('nextOpening', () => {
  test.each([
    ['now when it is open', '2026-06-10T23:30:00.001Z', '2026-06-10T23:30:00.001Z'],
    ['the first of two on one day', '2026-06-11T08:00:00Z', '2026-06-11T10:00:00.000Z'],
    ['the second of two', '2026-06-11T13:00:00Z', '2026-06-11T16:00:00.000Z'],
    ['after a closed date', '2026-06-12T18:00:00Z', '2026-06-13T16:00:00.000Z'],
    ['an exception on a closed weekday', '2026-06-15T00:00:00Z', '2026-06-16T08:00:00.000Z'],
  ])('%s', (_, at, expected) => expect(opens(at)).toBe(expected))

  test('hours may stand in any order', () => {
    const hours = { weekly: { monday: [{ from: '18:00', to: '22:00' }, lunch] } }
    expect(opens('2026-06-15T00:00:00Z', hours)).toBe('2026-06-15T10:00:00.000Z')
  })

  test('never is undefined, and 400 days are looked at', () => {
    expect(opens('2026-06-10T12:00:00Z', { weekly: {} })).toBeUndefined()
    const once = (date: string) => ({ weekly: {}, exceptions: [{ date, spans: [lunch] }] })
    expect(opens('2026-01-01T12:00:00Z', once('2027-02-05'))).toBe('2027-02-05T11:00:00.000Z')
    expect(opens('2026-01-01T12:00:00Z', once('2027-02-06'))).toBeUndefined()
  })
})

test('the schema takes what the functions take, and nothing else', () => {
  expect(Check(OpeningHours, bar)).toBe(true)
  for (const wrong of [
    { weekly: { monday: [{ from: '24:00', to: '02:00' }] } },
    { weekly: { monday: [{ from: '9:00', to: '17:00' }] } },
    { weekly: { holiday: [] } },
    { weekly: {}, exceptions: [{ date: '2026-02-30', spans: [] }] },
  ])
    expect(Check(OpeningHours, wrong)).toBe(false)
})
