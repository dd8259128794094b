import type { BodyField, GuestUpdate, WorkflowNode } from '@millrace/contract/node'
import type { MomentFromData, NumberFromData, ValueFromData } from '@millrace/contract/value'
import type { Fault } from './fault.ts'
import { type FieldScope, fieldHere } from './field-fault.ts'
import type { Scope } from './scope.ts'

/** The faults of the values that a node takes from data. */
export function valueFaults(node: WorkflowNode, scope: Scope): Fault[] {
  if (node.type === 'award_points' && typeof node.points !== 'number')
    return [...numberFaults(node.points, 'points', scope), ...roundingFaults(node.points)]
  if (node.type === 'wait' && 'moment' in node.until)
    return momentFaults(node.until.moment, 'until.moment', scope)
  if (node.type === 'call_webhook' && Array.isArray(node.body))
    return node.body.flatMap(({ value }, index) => newValueFaults(value, `body.${index}.value`, scope))
  if (node.type === 'update_guest')
    return node.changes.flatMap((change, index) => changeFaults(change, `changes.${index}`, scope))
  if (node.type === 'start_workflow')
    return (node.parameters ?? []).flatMap(({ value }, index) =>
      value === null || typeof value !== 'object'
        ? []
        : passedFaults(value, `parameters.${index}.value`, scope),
    )
  return []
}

/** A field alone is passed on as it is, whatever its type. */
function passedFaults(value: ValueFromData | { field: string }, path: string, scope: Scope): Fault[] {
  if (!('field' in value)) return fromDataFaults(value, path, scope)
  const { fault } = fieldHere(value.field, scope)
  return fault === undefined ? [] : [{ path: `${path}.field`, message: fault }]
}

function changeFaults(change: GuestUpdate, path: string, scope: Scope): Fault[] {
  if ('plus' in change)
    return typeof change.plus === 'number' ? [] : numberFaults(change.plus, `${path}.plus`, scope)
  return newValueFaults(change.value, `${path}.value`, scope)
}

/** A value that is written down has no faults here. */
const newValueFaults = (value: BodyField['value'], path: string, scope: Scope): Fault[] =>
  value === null || typeof value !== 'object' ? [] : fromDataFaults(value, path, scope)

/** A value from data of any type. */
function fromDataFaults(value: ValueFromData, path: string, scope: Scope): Fault[] {
  if ('number' in value) return numberFaults(value.number, `${path}.number`, scope)
  if ('moment' in value) return momentFaults(value.moment, `${path}.moment`, scope)
  return kindFaults(value.yes_no.field, 'boolean', `${path}.yes_no`, scope)
}

export function numberFaults(value: NumberFromData, path: string, scope: FieldScope): Fault[] {
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

export function momentFaults(value: MomentFromData, path: string, scope: FieldScope): Fault[] {
  const both = value.before !== undefined && value.after !== undefined
  return [
    ...kindFaults(value.field, 'moment', path, scope),
    ...(both ? [{ path: `${path}.after`, message: 'Choose before or after, not both.' }] : []),
  ]
}

const needed = { number: 'a number', moment: 'a date', boolean: 'true or false' } as const

/** Only if the type of a field is known. The types of what integrators send are known only when it arrives. */
function kindFaults(name: string, wanted: keyof typeof needed, path: string, scope: FieldScope): Fault[] {
  const { kind, fault } = fieldHere(name, scope)
  if (fault !== undefined) return [{ path: `${path}.field`, message: fault }]
  // A date from outside is a text.
  if (kind === 'any' || kind === wanted || (wanted === 'moment' && kind === 'text')) return []
  return [{ path: `${path}.field`, message: `"${name}" never holds ${needed[wanted]}.` }]
}
