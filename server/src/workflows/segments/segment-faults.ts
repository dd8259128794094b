import { type Condition, comparedField, type Leaf } from '@millrace/contract/condition'
import { SEGMENTS } from '@millrace/contract/condition/fields'
import { conditionFaults } from '../validation/condition-faults.ts'
import type { Fault } from '../validation/fault.ts'
import { leavesIn, referredIn, segmentsOf } from './expand-segments.ts'
import { comparisons, foundIn } from './segment-sql.ts'

/** A segment as far as references are concerned. */
export interface KnownSegment {
  readonly name: string
  readonly condition: Condition
}

interface SegmentFacts {
  /** The segment whose condition it is to be; a new one has none yet. */
  readonly id: string | undefined
  readonly name: string
  /** All segments of the organisation, by id. */
  readonly known: ReadonlyMap<string, KnownSegment>
}

/** With those of the segments that it refers to: two that each name the next one twice double at every step. */
const MOST_COMPARISONS = 500

const none: ReadonlySet<string> = new Set()
const scope = {
  variables: new Map(),
  webhooks: none,
  tasks: none,
  awards: none,
  emails: none,
  questions: none,
  inSegment: true,
}

/** Everything that is wrong with the condition of a segment, each at its field. */
export function segmentFaults(given: unknown, path: string, facts: SegmentFacts): Fault[] {
  const faults = conditionFaults(given, path, scope)
  if (faults.length > 0) return faults
  const condition = given as Condition
  const leaves = leavesIn(condition, path)
  const found = leaves.flatMap(({ leaf, path: at }) => leafFaults(leaf, at, facts))
  if (found.length > 0) return found
  return comparisonsIn(condition, facts.known) > MOST_COMPARISONS
    ? [
        {
          path,
          message: `With the segments that it refers to, it has more than ${MOST_COMPARISONS} comparisons.`,
        },
      ]
    : []
}

function leafFaults(leaf: Leaf, path: string, facts: SegmentFacts): Fault[] {
  const { field, operator, value } = leaf
  const fault = (at: string, message: string): Fault[] => [{ path: `${path}.${at}`, message }]
  if (comparedField(leaf) !== undefined)
    return fault('value', 'A segment compares with a value, not with a field.')
  if (field === SEGMENTS) return referenceFaults(leaf, path, facts)
  if (foundIn(field, () => '') === undefined || comparisons[operator] === undefined)
    return fault('operator', `A segment cannot compare "${field}" by "${operator}". ${alternative(field)}`)
  if (orderings.includes(operator) && typeof value !== 'number')
    return fault('value', `"${operator}" needs a number in a segment.`)
  return []
}

const alternative = (field: string) =>
  field.endsWith('_visit')
    ? 'Use guest.facts.days_since_last_visit.'
    : `It can use ${Object.keys(comparisons).join(', ')}.`

const orderings: readonly string[] = ['greater_than', 'at_least', 'less_than', 'at_most']
const memberships: readonly string[] = ['contains', 'not_contains', 'one_of', 'none_of']

function referenceFaults(leaf: Leaf, path: string, { id: self, name, known }: SegmentFacts): Fault[] {
  if (!memberships.includes(leaf.operator))
    return [
      { path: `${path}.operator`, message: `"${SEGMENTS}" in a segment takes ${memberships.join(', ')}.` },
    ]
  return segmentsOf(leaf).flatMap(id => {
    if (!known.has(id)) return [{ path: `${path}.value`, message: `There is no segment ${id}.` }]
    const way = self === undefined ? undefined : wayBack(id, self, known)
    if (way === undefined) return []
    const names = [self as string, ...way].map(one => `"${one === self ? name : known.get(one)?.name}"`)
    return [{ path: `${path}.value`, message: `The segment would refer to itself: ${names.join(' → ')}.` }]
  })
}

/** From one segment to another, over the segments that they refer to; undefined: there is no such way. */
function wayBack(
  from: string,
  to: string,
  known: ReadonlyMap<string, KnownSegment>,
  seen: Set<string> = new Set(),
): string[] | undefined {
  if (from === to) return [from]
  const found = known.get(from)
  if (found === undefined || seen.has(from)) return undefined
  seen.add(from)
  for (const next of referredIn(found.condition)) {
    const way = wayBack(next, to, known, seen)
    if (way !== undefined) return [from, ...way]
  }
  return undefined
}

/** How many comparisons the condition has once its references are replaced. */
function comparisonsIn(
  condition: Condition,
  known: ReadonlyMap<string, KnownSegment>,
  counted: Map<string, number> = new Map(),
): number {
  let sum = 0
  for (const { leaf } of leavesIn(condition, '')) {
    if (leaf.field !== SEGMENTS) sum += 1
    else for (const id of segmentsOf(leaf)) sum += ofSegment(id)
  }
  return sum

  function ofSegment(id: string): number {
    const before = counted.get(id)
    if (before !== undefined) return before
    const found = known.get(id)
    const count = found === undefined ? 0 : comparisonsIn(found.condition, known, counted)
    counted.set(id, count)
    return count
  }
}
