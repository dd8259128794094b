import type { Condition, Leaf } from '@millrace/contract/condition'
import { SEGMENTS } from '@millrace/contract/condition/fields'

/** The conditions of segments by id. */
export type Conditions = ReadonlyMap<string, Condition>

/**
 * A condition in which each segment that it refers to is replaced by the condition of that one, so that it depends on
 * nothing but the guest. It has passed `segmentFaults`, so there is no circle. A segment that is gone has no members.
 */
export function expandSegments(condition: Condition, conditions: Conditions): Condition {
  if ('all' in condition) return { all: condition.all.map(part => expandSegments(part, conditions)) }
  if ('any' in condition) return { any: condition.any.map(part => expandSegments(part, conditions)) }
  if ('not' in condition) return { not: expandSegments(condition.not, conditions) }
  if (condition.field !== SEGMENTS) return condition
  const any = segmentsOf(condition).map(id => {
    const found = conditions.get(id)
    return found === undefined ? nobody : expandSegments(found, conditions)
  })
  const isNegated = condition.operator === 'not_contains' || condition.operator === 'none_of'
  return isNegated ? { not: { any } } : { any }
}

const nobody: Condition = { any: [] }

/** The ids that a comparison with the guest's segments names. */
export const segmentsOf = ({ value }: Pick<Leaf, 'value'>): string[] =>
  [value].flat().flatMap(id => (typeof id === 'string' ? [id] : []))

/** The comparisons of a condition, each with its path; also those of the events that one of them counts. */
export function leavesIn(condition: Condition, path: string): { leaf: Leaf; path: string }[] {
  const within = (parts: readonly Condition[], name: string) =>
    parts.flatMap((part, index) => leavesIn(part, `${path}.${name}.${index}`))
  if ('all' in condition) return within(condition.all, 'all')
  if ('any' in condition) return within(condition.any, 'any')
  if ('not' in condition) return leavesIn(condition.not, `${path}.not`)
  const { where } = condition
  return [{ leaf: condition, path }, ...(where === undefined ? [] : leavesIn(where, `${path}.where`))]
}

/** The segments that a condition refers to itself, not those behind them. */
export const referredIn = (condition: Condition): string[] => [
  ...new Set(
    leavesIn(condition, '').flatMap(({ leaf }) => (leaf.field === SEGMENTS ? segmentsOf(leaf) : [])),
  ),
]
