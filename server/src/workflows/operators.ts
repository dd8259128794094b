import type { Leaf, Operator, Scalar } from '@millrace/contract/condition'
import type { Found } from './fields.ts'

/**
 * Nothing is ever converted: the number 5 and the text "5" are different, and so are null and "".
 *
 * - equals: the same value of the same type. A missing field equals nothing, not even null; a list equals nothing.
 * - greater_than, at_least, less_than, at_most: two numbers, or two texts by code unit (so ISO dates are in order).
 *   Of anything else, also of a missing field, none of the four holds.
 * - contains: a text within a text, or an entry of a list.
 * - starts_with: a text at the beginning of a text.
 * - one_of: equal to one of the values; for a list, one of its entries is.
 * - exists: there, and neither null nor an empty list. Empty text exists.
 * - not_equals, not_contains, none_of, not_exists: exactly where their opposite does not hold. So they hold for a
 *   missing field.
 */
export function compare(operator: Operator, found: Found, expected: Leaf['value']): boolean {
  switch (operator) {
    case 'equals':
      return equals(found, expected)
    case 'not_equals':
      return !equals(found, expected)
    case 'greater_than':
      return inOrder(found, expected) && (found as number) > (expected as number)
    case 'at_least':
      return inOrder(found, expected) && (found as number) >= (expected as number)
    case 'less_than':
      return inOrder(found, expected) && (found as number) < (expected as number)
    case 'at_most':
      return inOrder(found, expected) && (found as number) <= (expected as number)
    case 'contains':
      return contains(found, expected)
    case 'not_contains':
      return !contains(found, expected)
    case 'starts_with':
      return typeof found === 'string' && typeof expected === 'string' && found.startsWith(expected)
    case 'one_of':
      return oneOf(found, expected)
    case 'none_of':
      return !oneOf(found, expected)
    case 'exists':
      return exists(found)
    case 'not_exists':
      return !exists(found)
  }
}

function equals(found: Found, expected: Leaf['value']): boolean {
  return found !== undefined && !isList(found) && found === expected
}

function inOrder(found: Found, expected: Leaf['value']): boolean {
  return (
    (typeof found === 'number' && typeof expected === 'number') ||
    (typeof found === 'string' && typeof expected === 'string')
  )
}

function contains(found: Found, expected: Leaf['value']): boolean {
  if (typeof expected !== 'string') return false
  return typeof found === 'string' || isList(found) ? found.includes(expected) : false
}

function oneOf(found: Found, expected: Leaf['value']): boolean {
  if (!isList<Scalar>(expected) || found === undefined) return false
  return isList(found) ? found.some(entry => expected.includes(entry)) : expected.includes(found)
}

function exists(found: Found): boolean {
  return found !== undefined && found !== null && !(isList(found) && found.length === 0)
}

function isList<Entry = string>(value: unknown): value is readonly Entry[] {
  return Array.isArray(value)
}
