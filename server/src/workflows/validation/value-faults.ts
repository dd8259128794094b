import type { FieldKind } from '@millrace/contract/condition/operators'
import type { WorkflowNode } from '@millrace/contract/node'
import type { MomentFromData, NumberFromData } from '@millrace/contract/value'
import type { Fault } from './fault.ts'
import { fieldHere } from './field-fault.ts'
import type { Scope } from './scope.ts'

/** The faults of the values that a node takes from data. */
export function valueFaults(node: WorkflowNode, scope: Scope): Fault[] {
  if (node.type === 'award_points' && typeof node.points !== 'number')
    return [...numberFaults(node.points, 'points', scope), ...roundingFaults(node.points)]
  if (node.type === 'wait' && 'moment' in node.until)
    return momentFaults(node.until.moment, 'until.moment', scope)
  return []
}

function numberFaults(value: NumberFromData, path: string, scope: Scope): Fault[] {
  const { at_least, at_most } = value
  const crossed = at_least !== undefined && at_most !== undefined && at_least > at_most
  return [
    ...kindFaults(value.field, 'number', path, scope),
    ...(crossed
      ? [{ path: `${path}.at_least`, message: `No number is at least ${at_least} and at most ${at_most}.` }]
      : []),
  ]
}

function roundingFaults({ round }: NumberFromData): Fault[] {
  if (round !== undefined) return []
  return [{ path: 'points.round', message: 'Points are whole numbers: choose how to round.' }]
}

function momentFaults(value: MomentFromData, path: string, scope: Scope): Fault[] {
  const both = value.before !== undefined && value.after !== undefined
  return [
    ...kindFaults(value.field, 'text', path, scope),
    ...(both ? [{ path: `${path}.after`, message: 'Choose before or after, not both.' }] : []),
  ]
}

/** Only if the type of a field is known. The types of what integrators send are known only when it arrives. */
function kindFaults(name: string, wanted: FieldKind, path: string, scope: Scope): Fault[] {
  const { kind, fault } = fieldHere(name, scope)
  if (fault !== undefined) return [{ path: `${path}.field`, message: fault }]
  if (kind === 'any' || kind === wanted) return []
  const needed = wanted === 'number' ? 'a number' : 'a date'
  return [{ path: `${path}.field`, message: `"${name}" never holds ${needed}.` }]
}
