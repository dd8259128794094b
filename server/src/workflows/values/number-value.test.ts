import type { NumberFromData } from '@millrace/contract/value'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { someFacts } from '../facts.fixture.ts'
import { numberFrom } from './number-value.ts'

const spend = (amount: string | number | boolean | null, value: Omit<NumberFromData, 'field'> = {}) =>
  numberFrom({ field: 'event.parameters.spend', ...value }, someFacts({ parameters: { spend: amount } }))

describe('a number from data', () => {
  test.each<[string, number, Omit<NumberFromData, 'field'>, number]>([
    ['is the field as it is', 142.5, {}, 142.5],
    ['is exact where binary fractions are not', 0.1, { plus: 0.2 }, 0.3],
    ['keeps the pennies of a product', 1.15, { times: 100 }, 115],
    ['is rounded down', 19.99, { round: 'down' }, 19],
    ['takes back by a refund what the bill gave', -19.99, { round: 'down' }, -19],
    ['is rounded to the nearest, halves away from zero', 2.5, { round: 'nearest' }, 3],
    ['is rounded to the nearest below zero too', -2.5, { round: 'nearest' }, -3],
    ['is rounded up', 0.01, { round: 'up' }, 1],
    ['is multiplied before it is rounded', 1.5, { times: 2, round: 'down' }, 3],
    ['is added to before it is rounded', 1.5, { plus: 0.5, round: 'down' }, 2],
    ['is at most the bound', 900, { round: 'down', at_most: 500 }, 500],
    ['is at least the bound', -3, { at_least: 0 }, 0],
    ['is plain zero where it was rounded from below', -0.4, { round: 'down' }, 0],
    ['is itself although there is another for when it is missing', 0, { or: 7 }, 0],
  ])('%s', (_, amount, value, expected) => {
    expect(spend(amount, value)).toEqual({ ok: true, number: expected })
  })

  test('is the other one where the field is missing or no number', () => {
    expect(spend('142.5', { or: 7, times: 2 })).toEqual({ ok: true, number: 7 })
    expect(numberFrom({ field: 'event.parameters.tip', or: 0 }, someFacts({}))).toEqual({
      ok: true,
      number: 0,
    })
  })

  test('names the field, what it should have and what was there, where it is missing or no number', () => {
    const missing = { ok: false, field: 'event.parameters.spend', expected: 'a number' }
    expect(spend('142.5')).toEqual({ ...missing, found: '142.5' })
    expect(spend(true)).toEqual({ ...missing, found: true })
    const tip = numberFrom({ field: 'event.parameters.tip' }, someFacts({}))
    expect(tip).toEqual({ ...missing, field: 'event.parameters.tip', found: null })
  })

  test('is not infinite', () => {
    const found = spend(1e308, { times: 100 })
    expect(found).toMatchObject({ ok: false, expected: 'a smaller number', found: 1e308 })
    expect(spend(1e308, { times: 100, at_most: 500 })).toEqual({ ok: true, number: 500 })
  })

  test('agrees with whole-number arithmetic on pennies', () => {
    const pennies = fc.integer({ min: -10_000_000, max: 10_000_000 })
    fc.assert(
      fc.property(pennies, pennies, (a, b) => {
        expect(spend(a / 100, { plus: b / 100 })).toEqual({ ok: true, number: (a + b) / 100 + 0 })
      }),
    )
  })
})
