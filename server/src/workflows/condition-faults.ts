import { Leaf, type Operator } from '@millrace/contract/condition'
import { Errors } from 'typebox/value'
import type { Fault } from './fault.ts'
import { fieldNames, findField } from './fields.ts'
import { misfit } from './misfit.ts'
import { plainFaults } from './plain-faults.ts'
import { isRecord } from './record.ts'

/** Deeper than anyone can read, and far from what would be too deep for the engine. */
const DEEPEST = 20
const WIDEST = 100

/** Everything wrong with the conditions of a document: of its trigger, and of its branches. */
export function conditionFaults(document: unknown): Fault[] {
  if (!isRecord(document)) return []
  const faults: Fault[] = []
  const { trigger, nodes } = document
  if (isRecord(trigger) && Object.hasOwn(trigger, 'when')) check(trigger.when, 'trigger.when', 1)
  for (const [index, node] of (Array.isArray(nodes) ? nodes : []).entries()) {
    if (!isRecord(node) || node.type !== 'branch' || !Array.isArray(node.cases)) continue
    const before = faults.length
    for (const [position, entry] of node.cases.entries()) {
      if (isRecord(entry) && Object.hasOwn(entry, 'when')) {
        check(entry.when, `nodes.${index}.cases.${position}.when`, 1)
      }
    }
    if (typeof node.id === 'string') {
      const { id } = node
      faults.splice(before, Infinity, ...faults.slice(before).map(fault => ({ ...fault, node: id })))
    }
  }
  return faults

  function check(condition: unknown, path: string, depth: number): void {
    if (depth > DEEPEST) {
      faults.push({ path, message: `Conditions may be nested ${DEEPEST} deep.` })
      return
    }
    if (!isRecord(condition)) {
      faults.push({ path, message: 'A condition is an object: all, any, not, or a field with an operator.' })
      return
    }
    const [only] = Object.keys(condition)
    if (only === 'all' || only === 'any') checkList(condition, only, path, depth)
    else if (only === 'not') {
      alone(condition, path)
      check(condition.not, `${path}.not`, depth + 1)
    } else faults.push(...leafFaults(condition, path))
  }

  function checkList(condition: Record<string, unknown>, kind: string, path: string, depth: number): void {
    alone(condition, path)
    const parts = condition[kind]
    if (!Array.isArray(parts) || parts.length === 0 || parts.length > WIDEST) {
      faults.push({ path: `${path}.${kind}`, message: `"${kind}" is a list of 1 to ${WIDEST} conditions.` })
      return
    }
    for (const [index, part] of parts.entries()) check(part, `${path}.${kind}.${index}`, depth + 1)
  }

  function alone(condition: Record<string, unknown>, path: string): void {
    const kinds = Object.keys(condition)
    if (kinds.length > 1) {
      faults.push({ path, message: `A condition is one thing; this one is ${kinds.join(' and ')}.` })
    }
  }
}

function leafFaults(leaf: Record<string, unknown>, path: string): Fault[] {
  const shape = plainFaults(Errors(Leaf, leaf), path)
  if (shape.length > 0) return shape
  const field = findField(leaf.field as string)
  if (field === undefined) {
    const message = `There is no field "${leaf.field}". There are ${fieldNames.join(', ')}.`
    return [{ path: `${path}.field`, message }]
  }
  const problem = misfit(field.kind, leaf.operator as Operator, leaf.value as Leaf['value'])
  return problem === undefined ? [] : [{ path, message: `"${leaf.field}" ${leaf.operator}: ${problem}.` }]
}
