import { Condition } from '@millrace/contract/condition'
import { WorkflowNode } from '@millrace/contract/node'
import { isLanguage, Languages } from '@millrace/contract/translation'
import { Exit, Trigger, Variable } from '@millrace/contract/workflow'
import { Type } from 'typebox'
import { Settings } from 'typebox/system'
import { Errors } from 'typebox/value'
import { isRecord } from '../record.ts'
import type { Fault } from './fault.ts'
import { narrow } from './narrow.ts'
import { nodeLabel } from './node-label.ts'
import { plainFaults } from './plain-faults.ts'

// By default TypeBox returns at most eight faults of a value.
Settings.Set({ maxErrors: 200 })

const MOST_NODES = 500

/** Without its entries, all of which would be visited, however many there are. */
const list = (bounds: object) => Type.Unsafe<unknown[]>({ type: 'array', ...bounds })

const Frame = Type.Object(
  {
    trigger: Type.Unknown(),
    variables: Type.Optional(list({ maxItems: 100 })),
    languages: Type.Optional(Languages),
    exits: Type.Optional(list({ maxItems: 20 })),
    start: Type.String({ minLength: 1 }),
    nodes: list({ minItems: 1, maxItems: MOST_NODES }),
  },
  { additionalProperties: false },
)

const types = WorkflowNode.anyOf.map(variant => variant.properties.type.const as string)

/** A part of a document that fulfils the schema, except for its conditions, which are checked separately. */
export interface Part<Value> {
  readonly path: string
  readonly value: Value
}

export interface Parts {
  readonly variables: readonly Part<Variable>[]
  readonly nodes: readonly Part<WorkflowNode>[]
  readonly languages: readonly string[]
  /** No part of the document is missing here. */
  readonly whole: boolean
}

/**
 * The faults by the schema, part by part, so that a fault in one node is described in the words of that node's type.
 */
export function readParts(document: unknown): { parts: Parts; faults: Fault[] } {
  const variables: Part<Variable>[] = []
  const nodes: Part<WorkflowNode>[] = []
  if (!isRecord(document)) {
    const message = 'A workflow is an object with trigger, start and nodes.'
    return { parts: { variables, nodes, languages: [], whole: false }, faults: [{ path: '', message }] }
  }
  const faults = plainFaults(Errors(Frame, document), '')
  if (Object.hasOwn(document, 'trigger')) faults.push(...partFaults(Trigger, document.trigger, 'trigger'))
  for (const { path, value } of entriesOf(document, 'variables')) {
    const found = partFaults(Variable, value, path)
    faults.push(...found)
    if (found.length === 0) variables.push({ path, value: value as Variable })
  }
  for (const { path, value } of entriesOf(document, 'exits')) faults.push(...exitFaults(value, path))
  for (const { path, value } of entriesOf(document, 'nodes')) {
    const found = nodeFaults(value, path)
    faults.push(...found)
    if (found.length === 0) nodes.push({ path, value: value as WorkflowNode })
  }
  // Those that have no such name are faults already.
  const languages = entriesOf(document, 'languages').flatMap(({ value }) =>
    isLanguage(value) ? [value] : [],
  )
  return { parts: { variables, nodes, languages, whole: faults.length === 0 }, faults }
}

/** A document with too many entries gets one fault for that; faults for each entry would not help. */
function entriesOf(document: Record<string, unknown>, name: string): Part<unknown>[] {
  const list = document[name]
  if (!Array.isArray(list)) return []
  return list.slice(0, MOST_NODES).map((value, index) => ({ path: `${name}.${index}`, value }))
}

function exitFaults(exit: unknown, path: string): Fault[] {
  if (!isRecord(exit)) return [{ path, message: 'An exit is an object with "on": "event" or "guest".' }]
  const variant = Exit.anyOf.find(schema => schema.properties.on.const === exit.on)
  if (variant === undefined) return [{ path: `${path}.on`, message: 'An exit is on "event" or on "guest".' }]
  return partFaults(variant, exit, path)
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
  // Conditions are checked separately; here they count as valid.
  return plainFaults(Errors(narrow(schema, value, Condition as object), value), path)
}

function named(node: Record<string, unknown>, fault: Fault): Fault {
  return typeof node.id === 'string' ? { ...fault, node: node.id } : fault
}
