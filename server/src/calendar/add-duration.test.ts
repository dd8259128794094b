import type { CalendarDuration } from '@millrace/contract/calendar'
import { expect, test } from 'vitest'
import { addDuration } from './add-duration.ts'

type Unit = CalendarDuration['unit']

test.each<[string, string, string, number, Unit, string]>([
  [
    'a day over the change is 23 hours',
    '2026-03-28T09:00:00Z',
    'Europe/Amsterdam',
    1,
    'days',
    '2026-03-29T08:00:00.000Z',
  ],
  [
    '24 hours are 24 hours',
    '2026-03-28T09:00:00Z',
    'Europe/Amsterdam',
    24,
    'hours',
    '2026-03-29T09:00:00.000Z',
  ],
  [
    'a day over the change is 25 hours',
    '2026-10-24T09:00:00Z',
    'Europe/Amsterdam',
    1,
    'days',
    '2026-10-25T10:00:00.000Z',
  ],
  [
    'minutes run through the change',
    '2026-10-25T00:30:00Z',
    'Europe/Amsterdam',
    60,
    'minutes',
    '2026-10-25T01:30:00.000Z',
  ],
  [
    'a day later in the gap is its end',
    '2026-03-28T01:30:00Z',
    'Europe/Amsterdam',
    1,
    'days',
    '2026-03-29T01:00:00.000Z',
  ],
  [
    'a day later in the overlap is the first',
    '2026-10-24T00:30:00Z',
    'Europe/Amsterdam',
    1,
    'days',
    '2026-10-25T00:30:00.000Z',
  ],
  [
    'a week keeps the time of day',
    '2027-03-10T14:00:00.123Z',
    'America/New_York',
    1,
    'weeks',
    '2027-03-17T13:00:00.123Z',
  ],
  ['a month ends with February', '2026-01-31T12:00:00Z', 'UTC', 1, 'months', '2026-02-28T12:00:00.000Z'],
  ['a month ends with a leap day', '2028-01-31T12:00:00Z', 'UTC', 1, 'months', '2028-02-29T12:00:00.000Z'],
  ['a year after a leap day', '2028-02-29T12:00:00Z', 'UTC', 12, 'months', '2029-02-28T12:00:00.000Z'],
  [
    'over the end of the year',
    '2026-12-31T20:00:00Z',
    'Asia/Kathmandu',
    1,
    'days',
    '2027-01-01T20:00:00.000Z',
  ],
  ['beyond 2038', '2037-12-31T12:00:00Z', 'Europe/London', 6, 'months', '2038-06-30T11:00:00.000Z'],
  [
    'onto the date that Samoa left out',
    '2011-12-29T20:00:00Z',
    'Pacific/Apia',
    1,
    'days',
    '2011-12-30T10:00:00.000Z',
  ],
])('%s', (_, now, zone, amount, unit, expected) => {
  expect(addDuration(new Date(now), zone, { amount, unit }).toISOString()).toBe(expected)
})
