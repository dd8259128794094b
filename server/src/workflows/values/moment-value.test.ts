import type { MomentFromData } from '@millrace/contract/value'
import { describe, expect, test } from 'vitest'
import { someFacts } from '../facts.fixture.ts'
import { momentFrom } from './moment-value.ts'

const zone = 'Europe/London'
const booked = (written: string | number | null, value: Omit<MomentFromData, 'field'> = {}) => {
  const facts = someFacts({ parameters: { booked_for: written } })
  return momentFrom({ field: 'event.parameters.booked_for', ...value }, facts, zone)
}

describe('a moment from data', () => {
  test.each<[string, string, Omit<MomentFromData, 'field'>, string]>([
    ['has the offset that is written', '2026-07-01T19:30:00+02:00', {}, '2026-07-01T17:30:00.000Z'],
    ['is in UTC where it says so', '2026-07-01T19:30Z', {}, '2026-07-01T19:30:00.000Z'],
    ['is by the venue’s clock without an offset', '2026-07-01T19:30', {}, '2026-07-01T18:30:00.000Z'],
    ['may have a space between date and time', '2026-01-01 19:30:00', {}, '2026-01-01T19:30:00.000Z'],
    ['is the beginning of the day where it is a date', '2026-07-01', {}, '2026-06-30T23:00:00.000Z'],
    [
      'is moved before',
      '2026-07-01T19:30:00Z',
      { before: { amount: 24, unit: 'hours' } },
      '2026-06-30T19:30:00.000Z',
    ],
    [
      'is moved after',
      '2026-07-01T19:30:00Z',
      { after: { amount: 90, unit: 'minutes' } },
      '2026-07-01T21:00:00.000Z',
    ],
    [
      'keeps the time of day a day before the clocks change',
      '2026-03-29T19:30',
      { before: { amount: 1, unit: 'days' } },
      '2026-03-28T19:30:00.000Z',
    ],
    [
      '24 hours before is 24 hours before, whatever the clocks do',
      '2026-03-29T19:30',
      { before: { amount: 24, unit: 'hours' } },
      '2026-03-28T18:30:00.000Z',
    ],
    [
      'is put to a time of day after it was moved',
      '2026-07-08',
      { before: { amount: 7, unit: 'days' }, time: '10:00' },
      '2026-07-01T09:00:00.000Z',
    ],
    [
      'a month before the 31st is the last day of a shorter month',
      '2026-03-31T12:00Z',
      { before: { amount: 1, unit: 'months' } },
      '2026-02-28T13:00:00.000Z',
    ],
    [
      'is where the clocks go forward when its time of day is left out',
      '2026-03-29',
      { time: '01:30' },
      '2026-03-29T01:00:00.000Z',
    ],
  ])('%s', (_, written, value, expected) => {
    const found = booked(written, value)
    expect(found.ok && found.moment.toISOString()).toBe(expected)
  })

  test.each([
    ['tomorrow'],
    ['2026-02-30'],
    ['2026-02-30T10:00'],
    ['01/07/2026'],
    ['2026-07-01T25:00'],
    ['20260701'],
    ['1782930600'],
    [1782930600],
    [''],
    [null],
  ])('%s names none, and what was found is said', written => {
    expect(booked(written)).toEqual({
      ok: false,
      field: 'event.parameters.booked_for',
      expected: 'a date',
      found: written,
    })
  })
})
