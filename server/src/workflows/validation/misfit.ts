import type { Leaf, Operator } from '@millrace/contract/condition'
import type { FieldKind } from '../fields.ts'

const ORDERING: readonly Operator[] = ['greater_than', 'at_least', 'less_than', 'at_most']
const FOR_LISTS: readonly Operator[] = [
  'contains',
  'not_contains',
  'one_of',
  'none_of',
  'exists',
  'not_exists',
]

/** Why this operator with this value can never be meant for such a field; undefined when it can. */
export function misfit(kind: FieldKind, operator: Operator, value: Leaf['value']): string | undefined {
  if (kind === 'list' && !FOR_LISTS.includes(operator))
    return `a list can be asked for ${FOR_LISTS.join(', ')}`
  switch (operator) {
    case 'exists':
    case 'not_exists':
      return value === undefined ? undefined : 'takes no value'
    case 'one_of':
    case 'none_of':
      if (!Array.isArray(value)) return 'takes a list of values'
      return value.map(entry => wrongType(kind, entry)).find(problem => problem !== undefined)
    case 'contains':
    case 'not_contains':
    case 'starts_with':
      if (typeof value !== 'string') return 'takes a text'
      return kind === 'number' || kind === 'boolean' ? 'is for texts and lists' : undefined
  }
  if (value === undefined) return 'needs a value'
  if (Array.isArray(value)) return 'takes one value, not a list'
  if (ORDERING.includes(operator)) {
    if (kind === 'boolean') return 'true and false have no order'
    if (typeof value !== 'number' && typeof value !== 'string') return 'takes a number or a text'
  }
  return wrongType(kind, value)
}

function wrongType(kind: FieldKind, value: unknown): string | undefined {
  if (kind === 'number' && typeof value !== 'number') return 'the field is a number, the value is not'
  if (kind === 'boolean' && typeof value !== 'boolean') return 'the field is true or false, the value is not'
  if (kind === 'text' && typeof value !== 'string' && value !== null)
    return 'the field is a text, the value is not'
  if (kind === 'list' && typeof value !== 'string') return 'the list has texts, the value is none'
  return undefined
}
