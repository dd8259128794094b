import { comparedField, type Leaf, type Operator, type Scalar } from '@millrace/contract/condition'
import { findField, SEGMENTS, TOPICS_OFF } from '@millrace/contract/condition/fields'
import { offered, operatorNames, suits } from '@millrace/contract/condition/operators'
import { takesField, takesOf } from './comparisons.ts'
import { EVENTS } from './event-count.ts'

/**
 * The comparison of another field. An operator that does not suit it gives way to the first that does; which events are
 * counted is kept as long as events are.
 */
export function withField(leaf: Leaf, field: string): Leaf {
  const kind = findField(field)?.row.kind ?? 'any'
  const [first] = operatorNames.filter(operator => offered(operator, kind))
  if (field === SEGMENTS || field === TOPICS_OFF) return { field, operator: 'contains', value: '' }
  const { where, ...comparison } = leaf
  const moved: Leaf = {
    ...comparison,
    field,
    ...(where !== undefined && field.startsWith(EVENTS) ? { where } : {}),
  }
  return suits(leaf.operator, kind) || first === undefined ? moved : withOperator(moved, first)
}

/** The comparison with another operator. The value is kept if the operator can take it. */
export function withOperator(leaf: Leaf, operator: Operator): Leaf {
  const { operator: _, value: __, ...kept } = leaf
  const takes = takesOf(operator)
  if (takes === 'nothing') return { ...kept, operator }
  const other = comparedField(leaf)
  if (other !== undefined && takesField(operator)) {
    // The operations on a date are none on a number.
    const isKept = takesOf(leaf.operator) === takes
    return { ...kept, operator, value: isKept ? other : { field: other.field } }
  }
  return { ...kept, operator, value: written(leaf, takes) }
}

function written(leaf: Leaf, takes: ReturnType<typeof takesOf>): Exclude<Leaf['value'], undefined> {
  const { value } = leaf
  const isSame = takesOf(leaf.operator) === takes && value !== undefined && comparedField(leaf) === undefined
  if (isSame) return value
  switch (takes) {
    case 'a duration':
      return { amount: 7, unit: 'days' }
    case 'two times of day':
      return { from: '17:00', to: '19:00' }
    case 'days of the week':
      return [6, 7]
    case 'a date':
      return ''
    case 'a list of values':
      return [firstScalar(value)]
    default:
      return firstScalar(value)
  }
}

function firstScalar(value: Leaf['value']): Scalar {
  const first = Array.isArray(value) ? value[0] : value
  return first === undefined || first === null || typeof first === 'object' ? '' : first
}
