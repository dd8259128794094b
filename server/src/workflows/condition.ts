import { type Condition, comparedField, type Leaf, type Operator } from '@millrace/contract/condition'
import { type Expected, type Found, operatorRow } from '@millrace/contract/condition/operators'
import type { MomentFromData, NumberFromData } from '@millrace/contract/value'
import type { Facts } from './facts.ts'
import { comparedValue } from './values/compared-value.ts'
import { fieldReader } from './values/read-field.ts'

export interface ExplainedLeaf {
  readonly field: string
  readonly operator: Operator
  /** What it was compared with; for another field, the value of that. */
  readonly expected: Exclude<Expected, undefined>
  /** The other field, with the operations on its value. */
  readonly expected_from?: NumberFromData | MomentFromData
  /** null also when the field is missing, so that it survives JSON; the operator exists distinguishes the two. */
  readonly found: Exclude<Found, undefined>
  readonly holds: boolean
  /** Why the two could not be compared. */
  readonly reason?: string
}

/** Only whether it holds: stops at the first leaf that decides. */
export function holds(condition: Condition, facts: Facts): boolean {
  let decide = decisions.get(condition)
  if (decide === undefined) {
    decide = decisionOf(condition)
    decisions.set(condition, decide)
  }
  return decide(facts)
}

type Decision = (facts: Facts) => boolean

/** A condition of a document becomes a function once, not a walk through the document for each event. */
const decisions = new WeakMap<Condition, Decision>()

function decisionOf(condition: Condition): Decision {
  if ('all' in condition) return decisionOfAll(condition.all, false)
  if ('any' in condition) return decisionOfAll(condition.any, true)
  if ('not' in condition) {
    const decide = decisionOf(condition.not)
    return facts => !decide(facts)
  }
  return decisionOfLeaves([condition], true)
}

/** Decided by the first part that is `decisive`; which of them are asked first makes no difference. */
function decisionOfAll(parts: readonly Condition[], decisive: boolean): Decision {
  const leaves = Map.groupBy(parts.filter(isLeaf), leaf => (leaf.where === undefined ? leaf.field : leaf))
  const decided = [
    ...[...leaves.values()].map(some => decisionOfLeaves(some, decisive)),
    ...parts.filter(part => !isLeaf(part)).map(decisionOf),
  ]
  return facts => {
    for (const decide of decided) if (decide(facts) === decisive) return decisive
    return !decisive
  }
}

/** Leaves that compare the same field: it is read once for all of them. */
function decisionOfLeaves(leaves: readonly Leaf[], decisive: boolean): Decision {
  const read = leafReader(leaves[0] as Leaf)
  const comparisons = leaves.map(comparisonOf)
  return facts => {
    const found = read(facts)
    for (const compare of comparisons) if (compare(found, facts) === decisive) return decisive
    return !decisive
  }
}

function comparisonOf(leaf: Leaf): (found: Found, facts: Facts) => boolean {
  const { holds } = operatorRow(leaf.operator)
  const expect = expectationOf(leaf)
  return (found, facts) => holds(found, expect(facts), facts.clock)
}

const isLeaf = (condition: Condition): condition is Leaf => 'field' in condition

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
  const leaf = explainLeaf(condition, facts)
  leaves.push(leaf)
  return leaf.holds
}

function explainLeaf(leaf: Leaf, facts: Facts): ExplainedLeaf {
  const { field, operator } = leaf
  const { read, expect } = readerOf(leaf)
  const found = read(facts)
  const expected = expect(facts)
  const row = operatorRow(operator)
  const holds = row.holds(found, expected, facts.clock)
  const other = comparedField(leaf)
  const reason = holds ? undefined : row.unfit?.(found, expected, facts.clock)
  return {
    field,
    operator,
    expected: expected ?? null,
    ...(other === undefined ? {} : { expected_from: other }),
    found: found ?? null,
    holds,
    ...(reason === undefined ? {} : { reason }),
  }
}

/** Both sides of a comparison. The names of fields are parsed once for each leaf of a document, not for each event. */
interface Reader {
  read(facts: Facts): Found
  expect(facts: Facts): Expected
}

const readers = new WeakMap<Leaf, Reader>()

function readerOf(leaf: Leaf): Reader {
  let reader = readers.get(leaf)
  if (reader === undefined) {
    reader = { read: leafReader(leaf), expect: expectationOf(leaf) }
    readers.set(leaf, reader)
  }
  return reader
}

/** With a `where`, the field sees only the events for which that holds. */
function leafReader({ field, where }: Leaf): Reader['read'] {
  const read = fieldReader(field)
  if (where === undefined) return read
  return facts =>
    read({ ...facts, pastEvents: facts.pastEvents?.filter(event => holds(where, { ...facts, event })) ?? [] })
}

function expectationOf(leaf: Leaf): Reader['expect'] {
  const other = comparedField(leaf)
  if (other === undefined) return () => leaf.value as Expected
  const { takes } = operatorRow(leaf.operator)
  return facts => comparedValue(other, takes === 'a date', facts)
}
