import { expect, test } from 'vitest'
import { nextTimeOfDay } from './next-time-of-day.ts'

const next = (now: string, zone: string, time: string, weekdays?: number[]) =>
  nextTimeOfDay(new Date(now), zone, weekdays ? { time, weekdays } : { time }).toISOString()

test.each([
  ['later today', '2026-06-10T08:00:00Z', 'Europe/Amsterdam', '18:00', '2026-06-10T16:00:00.000Z'],
  [
    'tomorrow when it has passed',
    '2026-06-10T16:00:00.001Z',
    'Europe/Amsterdam',
    '18:00',
    '2026-06-11T16:00:00.000Z',
  ],
  [
    'now when it is exactly that time',
    '2026-06-10T16:00:00Z',
    'Europe/Amsterdam',
    '18:00',
    '2026-06-10T16:00:00.000Z',
  ],
  [
    'when the clock is put forward over it',
    '2026-03-28T12:00:00Z',
    'Europe/Amsterdam',
    '02:30',
    '2026-03-29T01:00:00.000Z',
  ],
  [
    'the day after the clock was put forward over it',
    '2026-03-29T01:00:00.001Z',
    'Europe/Amsterdam',
    '02:30',
    '2026-03-30T00:30:00.000Z',
  ],
  ['the first of two', '2026-10-24T12:00:00Z', 'Europe/Amsterdam', '02:30', '2026-10-25T00:30:00.000Z'],
  [
    'not the second of two',
    '2026-10-25T00:30:00.001Z',
    'Europe/Amsterdam',
    '02:30',
    '2026-10-26T01:30:00.000Z',
  ],
  ['New York, forward', '2027-03-14T05:00:00Z', 'America/New_York', '02:15', '2027-03-14T07:00:00.000Z'],
  ['New York, back', '2027-11-07T04:00:00Z', 'America/New_York', '01:15', '2027-11-07T05:15:00.000Z'],
  [
    'half an hour forward',
    '2026-10-03T14:00:00Z',
    'Australia/Lord_Howe',
    '02:10',
    '2026-10-03T15:30:00.000Z',
  ],
  ['half an hour back', '2026-04-04T12:00:00Z', 'Australia/Lord_Howe', '01:45', '2026-04-04T14:45:00.000Z'],
  ['before Ramadan', '2026-02-14T12:00:00Z', 'Africa/Casablanca', '02:30', '2026-02-15T01:30:00.000Z'],
  ['after Ramadan', '2026-03-21T12:00:00Z', 'Africa/Casablanca', '02:30', '2026-03-22T02:00:00.000Z'],
  [
    'over the date that Samoa left out',
    '2011-12-30T09:00:00Z',
    'Pacific/Apia',
    '10:00',
    '2011-12-30T20:00:00.000Z',
  ],
  ['a quarter to', '2026-12-31T18:00:00Z', 'Asia/Kathmandu', '00:00', '2026-12-31T18:15:00.000Z'],
  ['a leap day', '2028-02-28T23:30:00Z', 'UTC', '12:00', '2028-02-29T12:00:00.000Z'],
  ['after 2038', '2040-01-19T03:14:08Z', 'Europe/London', '03:14', '2040-01-20T03:14:00.000Z'],
  [
    'midnight that does not exist',
    '2018-11-03T12:00:00Z',
    'America/Sao_Paulo',
    '00:00',
    '2018-11-04T03:00:00.000Z',
  ],
])('the next time of day is found: %s', (_, now, zone, time, expected) => {
  expect(next(now, zone, time)).toBe(expected)
})

test('only the weekdays asked for count, and a missing Friday is next week', () => {
  expect(next('2026-06-10T12:00:00Z', 'UTC', '09:00', [1])).toBe('2026-06-15T09:00:00.000Z')
  expect(next('2026-06-10T09:00:00Z', 'UTC', '09:00', [3])).toBe('2026-06-10T09:00:00.000Z')
  expect(next('2026-06-10T09:00:01Z', 'UTC', '09:00', [3])).toBe('2026-06-17T09:00:00.000Z')
  expect(next('2011-12-29T12:00:00Z', 'Pacific/Apia', '10:00', [5])).toBe('2012-01-05T20:00:00.000Z')
})
