import type { DeliveryValue } from '@millrace/contract/connection-mapping'
import type { ParameterValue } from '@millrace/contract/event'
import Big from 'big.js'
import { readMoment } from '#calendar/read-moment.ts'
import type { Document } from './document.ts'
import { compilePath } from './path.ts'

/** An item, and the delivery it is part of. */
export interface ItemFacts {
  readonly item: unknown
  readonly document: Document
  /** Where a moment is written without its offset from UTC. */
  readonly timeZone: string
  /** What paths found in the whole delivery: it is the same for all items. */
  readonly found: Map<string, readonly unknown[]>
}

/** undefined: missing, or not what it should be. */
export function readValue(value: DeliveryValue, facts: ItemFacts): ParameterValue | undefined {
  const read = convert(value, taken(value, facts), facts)
  return read === undefined ? value.or : read
}

function taken(value: DeliveryValue, facts: ItemFacts): unknown {
  if (value.constant !== undefined) return value.constant
  if (value.header !== undefined) return facts.document.headers[value.header]
  if (value.join !== undefined) return joined(value.join, value, facts)
  const values = valuesAt(value.path as string, value, facts)
  switch (value.take) {
    case 'count':
      return values.length
    case 'sum':
      return sumOf(values)
    default:
      return values[0]
  }
}

function valuesAt(path: string, { of }: DeliveryValue, facts: ItemFacts): readonly unknown[] {
  if (of !== 'delivery') return compilePath(path)(facts.item)
  const known = facts.found.get(path)
  if (known !== undefined) return known
  const values = compilePath(path)(facts.document.content)
  facts.found.set(path, values)
  return values
}

function joined(paths: readonly string[], value: DeliveryValue, facts: ItemFacts): string | undefined {
  const texts = paths
    .map(path => valuesAt(path, value, facts)[0])
    .filter(one => typeof one === 'string')
    .map(one => one.trim())
    .filter(one => one !== '')
  return texts.length === 0 ? undefined : texts.join(' ')
}

/** Decimal and exact. undefined where there is nothing, or where something is not a number. */
function sumOf(values: readonly unknown[]): number | undefined {
  if (values.length === 0) return undefined
  let sum = new Big(0)
  for (const value of values) {
    const number = toNumber(value)
    if (number === undefined) return undefined
    sum = sum.plus(number)
  }
  return sum.toNumber()
}

function convert(value: DeliveryValue, found: unknown, facts: ItemFacts): ParameterValue | undefined {
  switch (value.as) {
    case 'text':
      return toText(found)
    case 'yes_no':
      return toYesNo(found)
    case 'moment':
      return toMoment(found, value, facts)
    case 'number':
      return calculate(value, toNumber(found))
    case undefined:
      if (typeof found === 'number') return calculate(value, found)
      return isScalar(found) ? found : undefined
  }
}

const isScalar = (found: unknown): found is ParameterValue =>
  found === null || typeof found === 'string' || typeof found === 'boolean' || typeof found === 'number'

const NUMBER = /^[+-]?\d{1,15}(\.\d{1,15})?$/

/** A text counts where it is a plain decimal number: tills write amounts as "42.50". */
function toNumber(found: unknown): number | undefined {
  if (typeof found === 'number') return found
  if (typeof found !== 'string' || !NUMBER.test(found.trim())) return undefined
  return Number(found)
}

const toText = (found: unknown): string | undefined =>
  typeof found === 'string'
    ? found
    : typeof found === 'number' || typeof found === 'boolean'
      ? String(found)
      : undefined

const yesNo: Readonly<Record<string, boolean>> = { true: true, false: false, yes: true, no: false }

const toYesNo = (found: unknown): boolean | undefined =>
  typeof found === 'boolean'
    ? found
    : typeof found === 'string'
      ? yesNo[found.trim().toLowerCase()]
      : undefined

function toMoment(found: unknown, { unit = 'seconds' }: DeliveryValue, facts: ItemFacts): string | undefined {
  const number = toNumber(found)
  const at =
    number !== undefined
      ? new Date(unit === 'seconds' ? number * 1_000 : number)
      : typeof found === 'string'
        ? readMoment(found, facts.timeZone)
        : undefined
  if (at === undefined || Number.isNaN(at.getTime())) return undefined
  const text = at.toISOString()
  return /^\d{4}-/.test(text) ? text : undefined
}

const modes = { down: Big.roundDown, nearest: Big.roundHalfUp, up: Big.roundUp } as const

/** As in workflows: exact, and in the order of the fields. */
function calculate(value: DeliveryValue, number: number | undefined): number | undefined {
  if (number === undefined || !Number.isFinite(number)) return undefined
  const { times, plus, round, at_least, at_most } = value
  let exact = new Big(number)
  if (times !== undefined) exact = exact.times(times)
  if (plus !== undefined) exact = exact.plus(plus)
  if (round !== undefined) exact = exact.round(0, modes[round])
  if (at_least !== undefined && exact.lt(at_least)) exact = new Big(at_least)
  if (at_most !== undefined && exact.gt(at_most)) exact = new Big(at_most)
  const result = exact.toNumber() + 0
  return Number.isFinite(result) ? result : undefined
}
