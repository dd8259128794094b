import { Condition } from '@millrace/contract/condition'
import { Trigger, WorkflowNode } from '@millrace/contract/workflow'
import { Type } from 'typebox'
import { Errors } from 'typebox/value'
import type { Fault } from './fault.ts'
import { narrow } from './narrow.ts'
import { nodeLabel } from './node-label.ts'
import { plainFaults } from './plain-faults.ts'
import { isRecord } from './record.ts'

const Frame = Type.Object(
  {
    trigger: Type.Unknown(),
    start: Type.String({ minLength: 1 }),
    nodes: Type.Array(Type.Unknown(), { minItems: 1, maxItems: 500 }),
  },
  { additionalProperties: false },
)

const types = WorkflowNode.anyOf.map(variant => variant.properties.type.const as string)

/** What the schema says, part by part, so that a fault in one node is told in the words of that node's type. */
export function shapeFaults(document: unknown): Fault[] {
  if (!isRecord(document))
    return [{ path: '', message: 'A workflow is an object with trigger, start and nodes.' }]
  const faults = plainFaults(Errors(Frame, document), '')
  if (Object.hasOwn(document, 'trigger')) faults.push(...partFaults(Trigger, document.trigger, 'trigger'))
  if (Array.isArray(document.nodes)) {
    for (const [index, node] of document.nodes.entries()) faults.push(...nodeFaults(node, `nodes.${index}`))
  }
  return faults
}

function nodeFaults(node: unknown, path: string): Fault[] {
  if (!isRecord(node)) return [{ path, message: 'A node is an object with id and type.' }]
  const variant = WorkflowNode.anyOf.find(schema => schema.properties.type.const === node.type)
  if (variant === undefined) {
    const message = `The type of ${nodeLabel(node)} is unknown. It can be ${types.join(', ')}.`
    return [named(node, { path: `${path}.type`, message })]
  }
  return partFaults(variant, node, path).map(fault => named(node, fault))
}

function partFaults(schema: object, value: unknown, path: string): Fault[] {
  // Conditions are looked at by themselves; here they count as right.
  return plainFaults(Errors(narrow(schema, value, Condition as object), value), path)
}

function named(node: Record<string, unknown>, fault: Fault): Fault {
  return typeof node.id === 'string' ? { ...fault, node: node.id } : fault
}
