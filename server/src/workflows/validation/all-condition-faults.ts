import { isRecord } from '../record.ts'
import { conditionFaults, type DateCount } from './condition-faults.ts'
import type { Fault } from './fault.ts'
import type { FieldScope } from './field-fault.ts'
import type { Scopes } from './scope.ts'

/** Where nodes have conditions: a list of ways, each with a `when`. */
const lists: ReadonlyMap<unknown, string> = new Map([
  ['branch', 'cases'],
  ['wait', 'moves'],
  ['wait_for_event', 'events'],
])

/** All faults in the conditions of a document, independent of its other faults. */
export function allConditionFaults(document: unknown, scopes: Scopes): Fault[] {
  if (!isRecord(document)) return []
  const { trigger, exits, nodes } = document
  const count: DateCount = { dates: 0 }
  const faults = whenFaults(trigger, 'trigger', { ...scopes.trigger, beforeRun: true }, count)
  for (const [index, exit] of listOf(exits).entries()) {
    const guestOnly = isRecord(exit) && exit.on === 'guest'
    faults.push(...whenFaults(exit, `exits.${index}`, { ...scopes.exits, guestOnly }, count))
  }
  for (const [index, node] of listOf(nodes).entries()) {
    const list = isRecord(node) ? lists.get(node.type) : undefined
    if (!isRecord(node) || list === undefined) continue
    for (const [position, entry] of listOf(node[list]).entries()) {
      const found = whenFaults(entry, `nodes.${index}.${list}.${position}`, scopes.at(node.id), count)
      const { id } = node
      faults.push(...(typeof id === 'string' ? found.map(fault => ({ ...fault, node: id })) : found))
    }
  }
  return faults
}

function whenFaults(holder: unknown, path: string, scope: FieldScope, count: DateCount): Fault[] {
  if (!isRecord(holder) || !Object.hasOwn(holder, 'when')) return []
  return conditionFaults(holder.when, `${path}.when`, scope, count)
}

/** No list of a document is longer; a list that is too long is reported elsewhere. */
const MOST = 500
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, MOST) : [])
