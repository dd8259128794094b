import { type Names, valuesInWords } from '../in-words.ts'
import { fieldInWords } from './field-in-words.ts'
import { findField } from './fields.ts'
import { type FieldValue, type OperatorName, operatorRow, operators, oppositeOf } from './operators.ts'

/** One comparison of a condition in words: "the event's spend is at least 50", "the guest has the tag "vip"". */
export function leafInWords({ field, operator, value }: LeafToDescribe, names: Names = {}): string {
  const found = findField(field)
  const { flag, entry } = found?.row ?? {}
  const yes = operator === 'equals' || operator === 'contains'
  const no = operator === 'not_equals' || operator === 'not_contains'
  if (flag !== undefined && typeof value === 'boolean' && (yes || no)) return flag[yes === value ? 0 : 1]
  if (entry !== undefined && typeof value === 'string' && (yes || no)) return entry(value, names)[yes ? 0 : 1]
  const subject = fieldInWords(field, names)
  const words = Object.hasOwn(operators, operator)
    ? operatorRow(operator).words
    : operator.replaceAll('_', ' ')
  return [subject, words, ...(value === undefined ? [] : [valuesInWords(value, 'or')])].join(' ')
}

/** The opposite of a comparison in words. */
export function negatedLeafInWords(leaf: LeafToDescribe, names: Names = {}): string {
  const opposite = oppositeOf(leaf.operator)
  return opposite === undefined
    ? `it is not so that ${leafInWords(leaf, names)}`
    : leafInWords({ ...leaf, operator: opposite }, names)
}

interface LeafToDescribe {
  readonly field: string
  readonly operator: OperatorName
  readonly value?: FieldValue | readonly FieldValue[] | undefined
}

/** A comparison as the engine explains it. */
export interface ExplainedLeaf {
  readonly field: string
  readonly operator: OperatorName
  readonly expected?: FieldValue | readonly FieldValue[] | undefined
  readonly found?: FieldValue | readonly string[] | undefined
  readonly holds?: boolean
}

/** The comparison, whether it held, and the value that was found. */
export function explainedInWords(leaf: ExplainedLeaf, names: Names = {}): string {
  return `${leaf.holds === true ? '✓' : '✗'} ${leafInWords(comparisonIn(leaf), names)}: found ${foundInWords(leaf)}`
}

/** What was required and did not hold. A comparison that holds and is still the cause is inside a `not`. */
export function unmetInWords(leaf: ExplainedLeaf, names: Names = {}): string {
  const inWords = leaf.holds === true ? negatedLeafInWords : leafInWords
  return `${inWords(comparisonIn(leaf), names)} (found ${foundInWords(leaf)})`
}

/** In an explanation, null also means no value; the operator says which of the two is meant. */
function comparisonIn({ field, operator, expected }: ExplainedLeaf): LeafToDescribe {
  const takesNothing = operators[operator]?.takes === 'nothing'
  return takesNothing || expected === undefined ? { field, operator } : { field, operator, value: expected }
}

/** The value that was found instead of the expected one. */
export const foundInWords = ({ found = null }: Pick<ExplainedLeaf, 'found'>): string =>
  valuesInWords(found, 'and') || 'nothing'
