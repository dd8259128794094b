import type { NumberFromData } from '@millrace/contract/value'
import Big from 'big.js'
import type { Facts } from '../facts.ts'
import { type NotFound, readField } from './read-field.ts'

/** Not found: the field is missing or has no number, and there is no default. */
export type NumberFound = { readonly ok: true; readonly number: number } | NotFound

/** "Down" is toward zero: a refund of 12.50 takes back the 12 points that a bill of 12.50 gave. */
const modes = { down: Big.roundDown, nearest: Big.roundHalfUp, up: Big.roundUp } as const

/**
 * A number from data. The arithmetic is decimal and exact, as money needs it: 0.1 + 0.2 is 0.3, and 1.15 times 100 is
 * 115. Text is not a number, as in conditions: nothing is converted.
 */
export function numberFrom(value: NumberFromData, facts: Facts): NumberFound {
  const { field, times, plus, round, at_least, at_most, or } = value
  const found = readField(field, facts)
  if (typeof found !== 'number') {
    if (or !== undefined) return { ok: true, number: or }
    return { ok: false, field, expected: 'a number', found: found ?? null }
  }
  let exact = new Big(found)
  if (times !== undefined) exact = exact.times(times)
  if (plus !== undefined) exact = exact.plus(plus)
  if (round !== undefined) exact = exact.round(0, modes[round])
  if (at_least !== undefined && exact.lt(at_least)) exact = new Big(at_least)
  if (at_most !== undefined && exact.gt(at_most)) exact = new Big(at_most)
  // -0, the result of rounding -0.5, would be written as "-0".
  const number = exact.toNumber() + 0
  // The product of two numbers can be larger than any that JSON can hold.
  return Number.isFinite(number)
    ? { ok: true, number }
    : { ok: false, field, expected: 'a smaller number', found }
}
