import Big from 'big.js'
import type { FactRecord } from '../facts.ts'

/** Decimal and exact: 0.1 and 0.2 are 0.3. */
export const exactSum = (one: number, other: number): number => new Big(one).plus(other).toNumber() + 0

/** The numbers of a record with others added to them; a key without a number begins at 0. */
export function sums(record: FactRecord, added: Readonly<Record<string, number>>): Record<string, number> {
  const result: Record<string, number> = Object.create(null)
  for (const [key, number] of Object.entries(added)) {
    const there = Object.hasOwn(record, key) ? record[key] : 0
    result[key] = exactSum(typeof there === 'number' ? there : 0, number)
  }
  return result
}
