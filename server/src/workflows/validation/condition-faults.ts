import { Comparison, Condition, comparedField, type Leaf } from '@millrace/contract/condition'
import { EVENT_COUNT, findField } from '@millrace/contract/condition/fields'
import { momentOperators } from '@millrace/contract/condition/moment-operators'
import { Errors } from 'typebox/value'
import { isRecord } from '../record.ts'
import { comparedFaults } from './compared-faults.ts'
import type { Fault } from './fault.ts'
import { type FieldScope, fieldHere } from './field-fault.ts'
import { misfit } from './misfit.ts'
import { narrow } from './narrow.ts'
import { plainFaults } from './plain-faults.ts'

/** Deeper than anyone can read, and far from too deep for the engine. */
const DEEPEST = 20
const WIDEST = 100

/**
 * Comparisons of dates that one workflow may have. Each costs as much as fifty others, and a run may take all of
 * them in one step: 20,000, as fit into a document, would hold up the process for a second.
 */
export const MOST_DATES = 100

/** How many comparisons of dates a document has so far. */
export interface DateCount {
  dates: number
}

/** All faults of one condition. */
export function conditionFaults(
  given: unknown,
  path: string,
  scope: FieldScope,
  count: DateCount = { dates: 0 },
): Fault[] {
  const faults: Fault[] = []
  check(given, path, 1, scope)
  return faults

  function check(condition: unknown, path: string, depth: number, scope: FieldScope): void {
    if (depth > DEEPEST) {
      faults.push({ path, message: `Conditions may be nested ${DEEPEST} deep.` })
      return
    }
    if (!isRecord(condition)) {
      faults.push({ path, message: 'A condition is an object: all, any, not, or a field with an operator.' })
      return
    }
    const [only] = Object.keys(condition)
    if (only === 'all' || only === 'any') checkList(condition, only, path, depth, scope)
    else if (only === 'not') {
      alone(condition, path)
      check(condition.not, `${path}.not`, depth + 1, scope)
    } else checkLeaf(condition, path, depth, scope)
  }

  function checkLeaf(
    { where, ...leaf }: Record<string, unknown>,
    path: string,
    depth: number,
    scope: FieldScope,
  ): void {
    const found = [...leafFaults(leaf, path, scope), ...tooManyDates(leaf, path, count)]
    faults.push(...found)
    if (where === undefined || found.length > 0) return
    if (findField((leaf as Leaf).field)?.row.path === EVENT_COUNT)
      check(where, `${path}.where`, depth + 1, { ...scope, ofEvent: true })
    else faults.push({ path: `${path}.where`, message: 'Only a number of events can have "where".' })
  }

  function checkList(
    condition: Record<string, unknown>,
    kind: string,
    path: string,
    depth: number,
    scope: FieldScope,
  ): void {
    alone(condition, path)
    const parts = condition[kind]
    if (!Array.isArray(parts) || parts.length === 0 || parts.length > WIDEST) {
      faults.push({ path: `${path}.${kind}`, message: `"${kind}" is a list of 1 to ${WIDEST} conditions.` })
      return
    }
    for (const [index, part] of parts.entries()) check(part, `${path}.${kind}.${index}`, depth + 1, scope)
  }

  function alone(condition: Record<string, unknown>, path: string): void {
    const kinds = Object.keys(condition)
    if (kinds.length > 1) {
      faults.push({ path, message: `A condition is one thing; this one is ${kinds.join(' and ')}.` })
    }
  }
}

/** One fault, at the first that is too many. */
function tooManyDates({ operator }: Record<string, unknown>, path: string, count: DateCount): Fault[] {
  if (typeof operator !== 'string' || !Object.hasOwn(momentOperators, operator)) return []
  count.dates += 1
  if (count.dates !== MOST_DATES + 1) return []
  return [{ path, message: `A workflow may have at most ${MOST_DATES} comparisons of dates.` }]
}

function leafFaults(leaf: Record<string, unknown>, path: string, scope: FieldScope): Fault[] {
  const shape = plainFaults(Errors(narrow(Comparison as object, leaf, Condition as object), leaf), path)
  if (shape.length > 0) return shape
  const { field: name, operator } = leaf as Leaf
  const { kind, fault } = fieldHere(name, scope)
  if (fault !== undefined) return [{ path: `${path}.field`, message: fault }]
  const problem = misfit(kind, operator, leaf as Leaf)
  if (problem !== undefined) return [{ path, message: `"${name}" ${operator}: ${problem}.` }]
  const other = comparedField(leaf as Leaf)
  return other === undefined ? [] : comparedFaults(other, { operator, kind, path: `${path}.value`, scope })
}
