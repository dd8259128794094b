import { Expression, type RangeToken, Tokenizer, toValue } from 'liquidjs'

/** A name that no template can use: it is not among the filters that `compileTemplate` knows. */
export const RANGE_BOUND = 'range_bound'

const LARGEST = 1_000_000

/**
 * liquidjs counts a range up in steps of one, which never ends above 2^53, where a number and the next are the same.
 * So the bounds are made whole and small first.
 */
export function guardRange(range: RangeToken): void {
  range.lhs = guarded(range.lhs)
  range.rhs = guarded(range.rhs)
}

function guarded(bound: RangeToken['lhs']): RangeToken['lhs'] {
  const token = new Tokenizer(`0 | ${RANGE_BOUND}`).readFilteredValue()
  token.initial = new Expression([bound])
  return token
}

/** A value that is not a number counts as 0, as everywhere in Liquid. */
export function rangeBound(value: unknown): number {
  const bound = Math.trunc(Number(toValue(value))) || 0
  if (Math.abs(bound) > LARGEST)
    throw new Error('A range goes from one whole number to another, and no further than a million.')
  return bound
}
