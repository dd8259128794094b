import type { MomentFromData } from '@millrace/contract/value'
import { describe, expect, test } from 'vitest'
import { someFacts } from '../facts.fixture.ts'
import { valueFrom } from './value-from-data.ts'

const zone = 'Europe/London'
const field = 'event.parameters.x'
const sent = (x: string | number | boolean | null) => someFacts({ parameters: { x } })

describe('a value from data', () => {
  test('is of its type, and nothing is converted', () => {
    expect(valueFrom({ number: { field, plus: 0.2 } }, sent(0.1), zone)).toEqual({ ok: true, value: 0.3 })
    expect(valueFrom({ yes_no: { field } }, sent(false), zone)).toEqual({ ok: true, value: false })
    const missing = { ok: false, field }
    expect(valueFrom({ yes_no: { field } }, sent('true'), zone)).toEqual({
      ...missing,
      expected: 'true or false',
      found: 'true',
    })
    expect(valueFrom({ yes_no: { field } }, sent(1), zone)).toMatchObject(missing)
    expect(valueFrom({ number: { field } }, sent(true), zone)).toMatchObject(missing)
    expect(valueFrom({ moment: { field } }, sent(20260701), zone)).toMatchObject(missing)
  })

  test('is the other one where the field is missing', () => {
    expect(valueFrom({ yes_no: { field, or: true } }, someFacts({}), zone)).toEqual({ ok: true, value: true })
    expect(valueFrom({ yes_no: { field, or: true } }, sent(false), zone)).toEqual({ ok: true, value: false })
    expect(valueFrom({ number: { field, or: 0 } }, someFacts({}), zone)).toEqual({ ok: true, value: 0 })
  })

  test.each<[string, string, Omit<MomentFromData, 'field'>, string]>([
    ['by the venue’s clock, with its offset', '2026-07-01T19:30:00Z', {}, '2026-07-01T20:30:00+01:00'],
    ['in winter too', '2026-01-01T19:30', {}, '2026-01-01T19:30:00+00:00'],
    ['to the millisecond', '2026-01-01T19:30:12.345Z', {}, '2026-01-01T19:30:12.345+00:00'],
    ['as a date where it is one', '2026-07-01', {}, '2026-07-01'],
    [
      'as a date where it was moved by days',
      '2026-03-29',
      { after: { amount: 30, unit: 'days' } },
      '2026-04-28',
    ],
    [
      'with a time where it was moved by hours',
      '2026-07-01',
      { after: { amount: 2, unit: 'hours' } },
      '2026-07-01T02:00:00+01:00',
    ],
    ['with a time where it has one', '2026-07-01', { time: '10:00' }, '2026-07-01T10:00:00+01:00'],
  ])('writes a moment %s', (_, written, value, expected) => {
    const found = valueFrom({ moment: { field, ...value } }, sent(written), zone)
    expect(found).toEqual({ ok: true, value: expected })
    // What is written is read as the same again.
    expect(valueFrom({ moment: { field } }, sent(expected), zone)).toEqual({ ok: true, value: expected })
  })

  test('does not write a year that nobody reads', () => {
    const moment = { field, after: { amount: 100_000, unit: 'months' } } as const
    expect(valueFrom({ moment }, sent('2026-07-01'), zone)).toEqual({
      ok: false,
      field,
      expected: 'a date before the year 10000',
      found: '2026-07-01',
    })
  })
})
