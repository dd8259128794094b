import type { Leaf, Operator } from '@millrace/contract/condition'
import { operatorNames, operatorRow } from '@millrace/contract/condition/operators'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { explain, holds } from './condition.ts'
import { someFacts } from './facts.fixture.ts'
import { VenueClock } from './venue-clock.ts'

const field = 'event.parameters.at'
/** A Monday, 15:30 in London. */
const now = new Date('2026-06-15T14:30:00Z')
const at = (moment: string | number | null, zone = 'Europe/London', present = now) =>
  someFacts({ parameters: { at: moment } }, new VenueClock(present, zone))

const days = (amount: number) => ({ amount, unit: 'days' }) as const
const leaf = (operator: Operator, value: Leaf['value']): Leaf => ({ field, operator, value }) as Leaf

describe('a comparison of moments', () => {
  test.each<[string, Operator, Leaf['value'], boolean]>([
    ['2026-06-01', 'before', '2026-06-02', true],
    ['2026-06-02', 'before', '2026-06-02', false],
    ['2026-06-02', 'after', '2026-06-02', false],
    ['2026-06-03', 'after', '2026-06-02', true],
    // Without an offset it is by the venue's clock: 12:30 in London is 11:30 UTC.
    ['2026-06-01T12:30', 'before', '2026-06-01T11:31Z', true],
    ['2026-06-01T12:30', 'after', '2026-06-01T11:29Z', true],
    ['2026-06-01T12:30', 'before', '2026-06-01T11:30Z', false],
    ['2026-06-01T12:30', 'after', '2026-06-01T11:30Z', false],
    // After a day is after all of it, and a day is before a moment when it is over by then.
    ['2026-06-02T10:00', 'after', '2026-06-02', false],
    ['2026-06-03T00:00', 'after', '2026-06-02', true],
    ['2026-06-02', 'before', '2026-06-02T23:59', false],
    ['2026-06-02', 'before', '2026-06-03T00:00', true],
    ['2026-06-15T09:00', 'on_day_of', '2026-06-15', true],
    // 23:30 in New York is the next day in London.
    ['2026-06-14T23:30-04:00', 'on_day_of', '2026-06-15', true],
    ['2026-06-14T23:30-04:00', 'on_day_of', '2026-06-14', false],
    ['2026-06-15T14:30:00Z', 'within_last', days(7), true],
    ['2026-06-08T14:30:00Z', 'within_last', days(7), true],
    ['2026-06-08T14:29:59Z', 'within_last', days(7), false],
    ['2026-06-15T14:30:01Z', 'within_last', days(7), false],
    ['2026-06-08', 'within_last', days(7), true],
    ['2026-06-07', 'within_last', days(7), false],
    ['2026-06-15', 'within_last', days(7), true],
    ['2026-06-16', 'within_last', days(7), false],
    ['2026-06-22T14:30:00Z', 'within_next', days(7), true],
    ['2026-06-22T14:30:01Z', 'within_next', days(7), false],
    ['2026-06-15T14:29:59Z', 'within_next', days(7), false],
    ['2026-06-15', 'within_next', days(7), true],
    ['2026-06-22', 'within_next', days(7), true],
    ['2026-06-23', 'within_next', days(7), false],
    ['1990-06-15', 'anniversary_within', days(1), true],
    ['1990-06-22', 'anniversary_within', days(7), true],
    ['1990-06-23', 'anniversary_within', days(7), false],
    ['1990-06-14', 'anniversary_within', days(7), false],
    ['1990-06-14', 'anniversary_within', { amount: 12, unit: 'months' }, true],
    // The day itself is no anniversary, and one in the future has none yet.
    ['2026-06-15', 'anniversary_within', days(7), false],
    ['2026-06-20', 'anniversary_within', days(7), false],
    ['2026-06-15T17:00', 'time_between', { from: '17:00', to: '19:00' }, true],
    ['2026-06-15T18:59:59', 'time_between', { from: '17:00', to: '19:00' }, true],
    ['2026-06-15T19:00', 'time_between', { from: '17:00', to: '19:00' }, false],
    ['2026-06-15T16:30Z', 'time_between', { from: '17:00', to: '19:00' }, true],
    ['2026-06-15T23:00', 'time_between', { from: '22:00', to: '02:00' }, true],
    ['2026-06-15T01:59', 'time_between', { from: '22:00', to: '02:00' }, true],
    ['2026-06-15T02:00', 'time_between', { from: '22:00', to: '02:00' }, false],
    ['2026-06-15T23:59', 'time_between', { from: '22:00', to: '24:00' }, true],
    ['2026-06-15T12:00', 'time_between', { from: '00:00', to: '00:00' }, true],
    ['2026-06-15', 'on_weekday', [1], true],
    ['2026-06-15', 'on_weekday', [2, 7], false],
    ['2026-06-14T23:30-04:00', 'on_weekday', [1], true],
  ])('%s %s %j is %s', (moment, operator, value, expected) => {
    expect(holds(leaf(operator, value), at(moment))).toBe(expected)
    expect(explain(leaf(operator, value), at(moment)).holds).toBe(expected)
  })

  test('keeps 29 February on the 28th in other years', () => {
    const born = at('2004-02-29', 'Europe/London', new Date('2027-02-27T12:00:00Z'))
    expect(holds(leaf('anniversary_within', days(1)), born)).toBe(true)
    const past = at('2004-02-29', 'Europe/London', new Date('2027-03-01T12:00:00Z'))
    expect(holds(leaf('anniversary_within', days(7)), past)).toBe(false)
    const leap = at('2004-02-29', 'Europe/London', new Date('2028-02-28T12:00:00Z'))
    expect(holds(leaf('anniversary_within', { amount: 1, unit: 'hours' }), leap)).toBe(false)
    expect(holds(leaf('anniversary_within', days(1)), leap)).toBe(true)
  })

  test('has a day of 23 hours when the clocks go forward', () => {
    const spring = new Date('2026-03-28T23:30:00Z')
    const hours = (amount: number) => ({ amount, unit: 'hours' }) as const
    const next = (moment: string, by: number) =>
      holds(leaf('within_next', hours(by)), at(moment, 'Europe/London', spring))
    expect(next('2026-03-30', 23)).toBe(false)
    expect(next('2026-03-30', 24)).toBe(true)
  })

  test('asks for the present too', () => {
    const at = (zone: string) => someFacts({}, new VenueClock(new Date('2026-06-15T23:30:00Z'), zone))
    const tuesday: Leaf = { field: 'now', operator: 'on_weekday', value: [2] }
    expect(holds(tuesday, at('Europe/London'))).toBe(true)
    expect(holds(tuesday, at('UTC'))).toBe(false)
    const evening: Leaf = { field: 'now', operator: 'time_between', value: { from: '19:00', to: '20:00' } }
    expect(holds(evening, at('America/New_York'))).toBe(true)
  })
})

describe('a value that is no moment', () => {
  const moments = operatorNames.filter(name => ['a date', 'a duration'].includes(operatorRow(name).takes))
  test.each(moments)('%s does not hold, and the explanation says why', operator => {
    const value = operatorRow(operator).takes === 'a date' ? '2026-06-15' : days(7)
    for (const [moment, reason] of [
      ['soon', 'it is not a date'],
      [5, 'it is not a date'],
      [null, 'it is missing'],
    ] as const) {
      const { holds, leaves } = explain(leaf(operator, value), at(moment))
      expect(holds).toBe(false)
      expect(leaves).toEqual([{ field, operator, expected: value, found: moment, holds: false, reason }])
    }
  })

  test('a date has no time of day', () => {
    const { leaves } = explain(leaf('time_between', { from: '09:00', to: '17:00' }), at('2026-06-15'))
    expect(leaves).toMatchObject([{ holds: false, reason: 'it is a date without a time' }])
  })

  test('nor is it a number, where the order of numbers is asked for', () => {
    const { leaves } = explain({ field, operator: 'at_least', value: 5 }, at('9'))
    expect(leaves).toEqual([
      { field, operator: 'at_least', expected: 5, found: '9', holds: false, reason: 'it is not a number' },
    ])
    expect(explain({ field, operator: 'at_least', value: 5 }, at(4)).leaves[0]).not.toHaveProperty('reason')
  })
})

describe('a comparison with another field', () => {
  const facts = someFacts(
    {
      parameters: { spend: 60, booked_for: '2026-06-20', usual: 50, list: 'a' },
      attributes: { usual: 50, limit: '60', last: '2026-06-19' },
      tags: ['vip'],
    },
    new VenueClock(now, 'Europe/London'),
  )
  const spend = (operator: Operator, value: Leaf['value']) =>
    holds({ field: 'event.parameters.spend', operator, value } as Leaf, facts)

  test('is by its value, with the operations on it', () => {
    expect(spend('greater_than', { field: 'guest.attributes.usual' })).toBe(true)
    expect(spend('greater_than', { field: 'guest.attributes.usual', times: 1.2 })).toBe(false)
    expect(spend('at_least', { field: 'guest.attributes.usual', times: 1.2 })).toBe(true)
    expect(spend('equals', { field: 'guest.attributes.limit' })).toBe(false)
    const booked = (operator: Operator, value: Leaf['value']) =>
      holds({ field: 'event.parameters.booked_for', operator, value } as Leaf, facts)
    expect(booked('after', { field: 'guest.attributes.last' })).toBe(true)
    expect(booked('after', { field: 'guest.attributes.last', after: days(1) })).toBe(false)
    expect(booked('on_day_of', { field: 'guest.attributes.last', after: days(1) })).toBe(true)
    expect(booked('after', { field: 'now', after: days(3) })).toBe(true)
    expect(booked('after', { field: 'now', after: days(5) })).toBe(false)
  })

  test('shows both values, and why there was nothing to compare', () => {
    const other = { field: 'guest.attributes.usual', times: 2 }
    const more = explain({ field: 'event.parameters.spend', operator: 'greater_than', value: other }, facts)
    expect(more.leaves).toEqual([
      {
        field: 'event.parameters.spend',
        operator: 'greater_than',
        expected: 100,
        expected_from: other,
        found: 60,
        holds: false,
      },
    ])
    const missing = { field: 'guest.attributes.none' }
    const { leaves } = explain(
      { field: 'event.parameters.spend', operator: 'less_than', value: missing },
      facts,
    )
    expect(leaves).toMatchObject([
      { expected: null, expected_from: missing, holds: false, reason: 'the other is missing' },
    ])
  })

  test('holds exactly where the comparison with its value as a constant does', () => {
    const scalar = fc.oneof(
      fc.constantFrom('', 'a', 'ab', '2026-06-15'),
      fc.constantFrom(0, 5, 5.5),
      fc.boolean(),
    )
    const one = ['a value', 'a number or a text', 'a text', 'a date']
    const comparing = operatorNames.filter(name => one.includes(operatorRow(name).takes))
    fc.assert(
      fc.property(scalar, scalar, fc.constantFrom(...comparing), (one, other, operator) => {
        const facts = someFacts({ parameters: { one }, attributes: { other } })
        const left = { field: 'event.parameters.one', operator }
        expect(holds({ ...left, value: { field: 'guest.attributes.other' } }, facts)).toBe(
          holds({ ...left, value: other }, facts),
        )
      }),
      { numRuns: 2_000 },
    )
  })
})

test('without the present, what needs none is decided, and what does cannot be', () => {
  const facts = someFacts(
    { parameters: { at: '2026-06-15T12:00' } },
    new VenueClock(undefined, 'Europe/London'),
  )
  expect(holds(leaf('on_weekday', [1]), facts)).toBe(true)
  expect(holds(leaf('before', '2026-06-16'), facts)).toBe(true)
  expect(() => holds(leaf('within_last', days(1)), facts)).toThrow('the time was not read')
})
