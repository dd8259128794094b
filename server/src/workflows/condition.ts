import type { Condition, Leaf, Operator } from '@millrace/contract/condition'
import { findField } from '@millrace/contract/condition/fields'
import { type Found, operators } from '@millrace/contract/condition/operators'
import type { Facts } from './facts.ts'

export interface ExplainedLeaf {
  readonly field: string
  readonly operator: Operator
  readonly expected: Leaf['value'] | null
  /** null also when the field is missing, so that it survives JSON; the operator exists distinguishes the two. */
  readonly found: Exclude<Found, undefined>
  readonly holds: boolean
}

/** Only whether it holds: stops at the first leaf that decides. */
export function holds(condition: Condition, facts: Facts): boolean {
  if ('all' in condition) return condition.all.every(part => holds(part, facts))
  if ('any' in condition) return condition.any.some(part => holds(part, facts))
  if ('not' in condition) return !holds(condition.not, facts)
  return operators[condition.operator].holds(read(condition, facts), condition.value)
}

/** Whether it holds, and what every leaf expected and found, in the order of the document. */
export function explain(condition: Condition, facts: Facts): { holds: boolean; leaves: ExplainedLeaf[] } {
  const leaves: ExplainedLeaf[] = []
  return { holds: explainInto(leaves, condition, facts), leaves }
}

function explainInto(leaves: ExplainedLeaf[], condition: Condition, facts: Facts): boolean {
  // Every part is visited, even if the first has decided: people want to see everything that was wrong.
  if ('all' in condition) {
    let result = true
    for (const part of condition.all) result = explainInto(leaves, part, facts) && result
    return result
  }
  if ('any' in condition) {
    let result = false
    for (const part of condition.any) result = explainInto(leaves, part, facts) || result
    return result
  }
  if ('not' in condition) return !explainInto(leaves, condition.not, facts)
  const found = read(condition, facts)
  const result = operators[condition.operator].holds(found, condition.value)
  leaves.push({
    field: condition.field,
    operator: condition.operator,
    expected: condition.value ?? null,
    found: found ?? null,
    holds: result,
  })
  return result
}

/** The name of a field is parsed once for each leaf of a document, not once for each event. */
const readers = new WeakMap<Leaf, (facts: Facts) => Found>()
const missing = () => undefined

function readerOf(name: string): (facts: Facts) => Found {
  const field = findField(name)
  return field === undefined ? missing : facts => field.row.read(facts, field.keys)
}

function read(leaf: Leaf, facts: Facts): Found {
  let reader = readers.get(leaf)
  if (reader === undefined) {
    reader = readerOf(leaf.field)
    readers.set(leaf, reader)
  }
  return reader(facts)
}
