import type { Duration, OpenSpan } from '../calendar.ts'
import type { Condition } from '../condition.ts'
import { listInWords, type Names, valuesInWords } from '../in-words.ts'
import { say, sayPhrase } from '../say.ts'
import type { MomentFromData, NumberFromData } from '../value.ts'
import { durationInWords, momentInWords, numberInWords } from '../value-in-words.ts'
import { weekdaysInWords } from '../weekdays.ts'
import { fieldInWords } from './field-in-words.ts'
import { findField } from './fields.ts'
import { type FieldValue, type OperatorName, operatorRow, operators, oppositeOf } from './operators.ts'

/** One comparison of a condition in words: "the event's spend is at least 50", "the guest has the tag "vip"". */
export function leafInWords({ field, operator, value, where }: LeafToDescribe, names: Names = {}): string {
  const found = findField(field)
  const { flag, entry } = found?.row ?? {}
  const yes = operator === 'equals' || operator === 'contains'
  const no = operator === 'not_equals' || operator === 'not_contains'
  if (flag !== undefined && typeof value === 'boolean' && (yes || no))
    return sayPhrase(flag[yes === value ? 0 : 1])
  if (entry !== undefined && typeof value === 'string' && (yes || no)) return entry(value, names)[yes ? 0 : 1]
  const counted = where === undefined ? [] : [say`(where ${conditionInWords(where, names)})`]
  const subject = [fieldInWords(field, names), ...counted].join(' ')
  const words = Object.hasOwn(operators, operator)
    ? sayPhrase(operatorRow(operator).words)
    : operator.replaceAll('_', ' ')
  return [subject, words, ...(value === undefined ? [] : [comparedInWords(operator, value)])].join(' ')
}

type Compared = FieldValue | readonly FieldValue[] | Duration | OpenSpan | NumberFromData | MomentFromData

/** The right side of a comparison. Dates, times and days are not quoted: they are no texts to people. */
function comparedInWords(operator: OperatorName, value: Compared): string {
  const takes = Object.hasOwn(operators, operator) ? operatorRow(operator).takes : undefined
  if (value === null || typeof value !== 'object')
    return takes === 'a date' && typeof value === 'string' ? value : valuesInWords(value, 'or')
  if (isList(value)) return takes === 'days of the week' ? weekdaysInWords(value) : valuesInWords(value, 'or')
  if ('unit' in value) return durationInWords(value)
  if ('to' in value) return listInWords([value.from, value.to], 'and')
  return takes === 'a date' ? momentInWords(value) : numberInWords(value)
}

const isList = (value: object): value is readonly FieldValue[] => Array.isArray(value)

/** The opposite of a comparison in words. */
export function negatedLeafInWords(leaf: LeafToDescribe, names: Names = {}): string {
  const opposite = oppositeOf(leaf.operator)
  return opposite === undefined
    ? say`it is not true that ${leafInWords(leaf, names)}`
    : leafInWords({ ...leaf, operator: opposite }, names)
}

/** A condition in words: "the event's spend is at least 50 and the guest has the tag "vip"". */
export function conditionInWords(condition: Condition, names: Names = {}): string {
  return partInWords(condition, names, false)
}

function partInWords(condition: Condition, names: Names, inside: boolean): string {
  if ('not' in condition) return negatedInWords(condition.not, names)
  if ('operator' in condition) return leafInWords(condition, names)
  const parts = 'all' in condition ? condition.all : condition.any
  const words = parts.map(part => partInWords(part, names, parts.length > 1))
  const text = words.join('all' in condition ? say` and ` : say` or `)
  return inside && words.length > 1 ? `(${text})` : text
}

const negatedInWords = (condition: Condition, names: Names): string =>
  'operator' in condition
    ? negatedLeafInWords(condition, names)
    : say`it is not true that ${partInWords(condition, names, true)}`

interface LeafToDescribe {
  readonly field: string
  readonly operator: OperatorName
  readonly value?: Compared | undefined
  readonly where?: Condition | undefined
}

/** A comparison as the engine explains it. */
export interface ExplainedLeaf {
  readonly field: string
  readonly operator: OperatorName
  /** What it was compared with: for another field, the value of that. */
  readonly expected?: Exclude<Compared, NumberFromData | MomentFromData> | undefined
  /** The other field, with the operations on its value. */
  readonly expected_from?: NumberFromData | MomentFromData | undefined
  readonly found?: FieldValue | readonly string[] | undefined
  readonly holds?: boolean
  /** Why the two could not be compared. */
  readonly reason?: string
}

/** The comparison, whether it held, and the value that was found. */
export function explainedInWords(leaf: ExplainedLeaf, names: Names = {}): string {
  return `${leaf.holds === true ? '✓' : '✗'} ${leafInWords(comparisonIn(leaf), names)}: ${findingInWords(leaf)}`
}

/** What was required and did not hold. A comparison that holds and is still the cause is inside a `not`. */
export function unmetInWords(leaf: ExplainedLeaf, names: Names = {}): string {
  const inWords = leaf.holds === true ? negatedLeafInWords : leafInWords
  return `${inWords(comparisonIn(leaf), names)} (${findingInWords(leaf)})`
}

/** In an explanation, null also means no value; the operator says which of the two is meant. */
function comparisonIn({ field, operator, expected, expected_from }: ExplainedLeaf): LeafToDescribe {
  const takesNothing = operators[operator]?.takes === 'nothing'
  const value = expected_from ?? expected
  return takesNothing || value === undefined ? { field, operator } : { field, operator, value }
}

/** "found 20", "found 20, compared with 50", "found "soon": it is not a date". */
function findingInWords(leaf: ExplainedLeaf): string {
  const { operator, expected, expected_from, reason } = leaf
  const other =
    expected_from === undefined ? '' : say`, compared with ${comparedInWords(operator, expected ?? null)}`
  return say`found ${foundInWords(leaf)}${other}${reason === undefined ? '' : `: ${sayPhrase(reason)}`}`
}

/** The value that was found instead of the expected one. */
export const foundInWords = ({ found = null }: Pick<ExplainedLeaf, 'found'>): string =>
  valuesInWords(found, 'and') || say`nothing`
