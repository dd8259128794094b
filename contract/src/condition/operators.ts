import type { Duration, OpenSpan } from '../calendar.ts'
import { phrase } from '../say.ts'
import type { Clock } from './clock.ts'
import { momentOperators } from './moment-operators.ts'

/**
 * Every comparison that a condition can make. A row describes an operator completely: the schema, validation,
 * evaluation, the sentences and the form all read it.
 *
 * Nothing is ever converted: the number 5 and the text "5" are different, and so are null and "".
 *
 * - equals: the same value of the same type. A missing field equals nothing, not even null; a list equals nothing.
 * - greater_than, at_least, less_than, at_most: two numbers, or two texts by code unit (so ISO dates are in order).
 *   For anything else, including a missing field, none of the four holds.
 * - contains: a text within a text, or an entry of a list.
 * - starts_with: a text at the beginning of a text.
 * - one_of: equal to one of the values; for a list, one of its entries is.
 * - exists: present, and neither null nor an empty list. Empty text exists.
 * - not_equals, not_contains, none_of, not_exists: hold exactly where their opposite does not. So they hold for a
 *   missing field.
 * - Those for moments are in moment-operators.ts.
 */

export type FieldValue = string | number | boolean | null

/** The value of a field: undefined when the event or the guest does not have it. */
export type Found = FieldValue | readonly string[] | undefined

/** `any` is for values that integrators send: their type is known only on arrival, so every operator is allowed. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'list' | 'moment' | 'any'

/** The right side of a comparison: as it is written down, or the value of the field that is written there. */
export type Expected = FieldValue | readonly FieldValue[] | Duration | OpenSpan | undefined

export interface OperatorRow {
  /** After a field: "the guest's points balance *is at least* 50". The form has the same words. */
  readonly words: string
  /** What the right side of the comparison must be. */
  readonly takes:
    | 'nothing'
    | 'a value'
    | 'a number or a text'
    | 'a text'
    | 'a list of values'
    | 'a date'
    | 'a duration'
    | 'two times of day'
    | 'days of the week'
  /** The kinds of field for which the form offers it. */
  readonly offeredFor: readonly FieldKind[]
  /** Also valid in a document, but not useful enough to offer in the form. */
  readonly alsoFor?: readonly FieldKind[]
  /** The operator that holds exactly where this one does not. */
  readonly opposite?: string
  /** It depends on the present. */
  readonly readsNow?: true
  holds(found: Found, expected: Expected, clock: Clock): boolean
  /** Why the values cannot be compared at all, so that it does not hold: "it is not a number". */
  unfit?(found: Found, expected: Expected, clock: Clock): string | undefined
}

/** Two numbers or two texts: nothing else has an order. */
const ordered =
  (inOrder: (found: number | string, expected: number | string) => boolean): OperatorRow['holds'] =>
  (found, expected) =>
    (typeof found === 'number' && typeof expected === 'number') ||
    (typeof found === 'string' && typeof expected === 'string')
      ? inOrder(found, expected)
      : false

const ordering = {
  takes: 'a number or a text',
  offeredFor: ['number'],
  alsoFor: ['text'],
  unfit: unordered,
} as const
const equality = { takes: 'a value', offeredFor: ['text', 'number', 'boolean'] } as const
const containing = { takes: 'a text', offeredFor: ['text', 'list'] } as const
const choosing = {
  takes: 'a list of values',
  offeredFor: ['text', 'number', 'list'],
  alsoFor: ['boolean'],
} as const
const existing = { takes: 'nothing', offeredFor: ['text', 'number', 'boolean', 'list'] } as const

export const operators = {
  equals: { ...equality, words: phrase`is`, opposite: 'not_equals', holds: equals },
  not_equals: {
    ...equality,
    words: phrase`is not`,
    opposite: 'equals',
    holds: (found, expected) => !equals(found, expected),
  },
  greater_than: { ...ordering, words: phrase`is more than`, holds: ordered((found, least) => found > least) },
  at_least: { ...ordering, words: phrase`is at least`, holds: ordered((found, least) => found >= least) },
  less_than: { ...ordering, words: phrase`is less than`, holds: ordered((found, most) => found < most) },
  at_most: { ...ordering, words: phrase`is at most`, holds: ordered((found, most) => found <= most) },
  contains: { ...containing, words: phrase`contains`, opposite: 'not_contains', holds: contains },
  not_contains: {
    ...containing,
    words: phrase`does not contain`,
    opposite: 'contains',
    holds: (found, expected) => !contains(found, expected),
  },
  starts_with: {
    takes: 'a text',
    offeredFor: ['text'],
    words: phrase`starts with`,
    holds: (found, expected) =>
      typeof found === 'string' && typeof expected === 'string' && found.startsWith(expected),
  },
  one_of: { ...choosing, words: phrase`is one of`, opposite: 'none_of', holds: oneOf },
  none_of: {
    ...choosing,
    words: phrase`is none of`,
    opposite: 'one_of',
    holds: (found, expected) => !oneOf(found, expected),
  },
  exists: { ...existing, words: phrase`is known`, opposite: 'not_exists', holds: exists },
  not_exists: {
    ...existing,
    words: phrase`is not known`,
    opposite: 'exists',
    holds: found => !exists(found),
  },
  ...momentOperators,
} as const satisfies Record<string, OperatorRow>

export type OperatorName = keyof typeof operators

export const operatorNames = Object.keys(operators) as OperatorName[]

export const operatorRow = (name: OperatorName): OperatorRow => operators[name]

/** The operator that holds exactly where this one does not, if there is one. */
export const oppositeOf = (name: OperatorName): OperatorName | undefined =>
  operatorRow(name).opposite as OperatorName | undefined

/** Whether the comparison makes sense for this kind of field. */
export function suits(name: OperatorName, kind: FieldKind): boolean {
  const { offeredFor, alsoFor = [] } = operatorRow(name)
  return kind === 'any' || offeredFor.includes(kind) || alsoFor.includes(kind)
}

/** Whether the form offers it for this kind of field. */
export const offered = (name: OperatorName, kind: FieldKind): boolean =>
  kind === 'any' || operatorRow(name).offeredFor.includes(kind)

/** Why two values have no order. */
function unordered(found: Found, expected: Expected): string | undefined {
  if (found === undefined || found === null) return phrase`it is missing`
  if (expected === undefined || expected === null) return phrase`the other is missing`
  const wanted = nounOf(expected)
  if (wanted === undefined) return phrase`the other is neither a number nor a text`
  if (nounOf(found) === wanted) return undefined
  return wanted === 'a number' ? phrase`it is not a number` : phrase`it is not a text`
}

const nounOf = (value: Found | Expected): string | undefined =>
  typeof value === 'number' ? 'a number' : typeof value === 'string' ? 'a text' : undefined

function equals(found: Found, expected: Expected): boolean {
  return found !== undefined && !isList(found) && found === expected
}

function contains(found: Found, expected: Expected): boolean {
  if (typeof expected !== 'string') return false
  return typeof found === 'string' || isList(found) ? found.includes(expected) : false
}

function oneOf(found: Found, expected: Expected): boolean {
  if (!isList<FieldValue>(expected) || found === undefined) return false
  return isList(found) ? found.some(entry => expected.includes(entry)) : expected.includes(found)
}

function exists(found: Found): boolean {
  return found !== undefined && found !== null && !(isList(found) && found.length === 0)
}

function isList<Entry = string>(value: unknown): value is readonly Entry[] {
  return Array.isArray(value)
}
