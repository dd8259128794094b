import { EmailBlock } from '@millrace/contract/email-blocks'
import type { NodeType, WorkflowNode } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { connectionsOf, withConnection } from './connections.ts'
import { isNodeType, nodeTypes } from './node-types.ts'

/** Changes of a workflow's document. Each returns a new one and leaves the rest unchanged. */

/** Used in place of a step's id for the trigger and for the whole workflow; no id looks like these. */
export const TRIGGER = '#trigger'
export const SETTINGS = '#settings'

/** What a fault is about: a node, the trigger, or the whole. */
export function placeOf({ node, path }: { node?: string | undefined; path: string }): string {
  if (node !== undefined) return node
  return /^(variables|exits|languages)(\.|$)/.test(path) ? SETTINGS : TRIGGER
}

export const emptyDocument: WorkflowDefinition = {
  trigger: { source: null },
  start: 'end',
  nodes: [{ id: 'end', type: 'end', outcome: 'success' }],
}

/** Undefined for a document that was made elsewhere, in a shape that the canvas cannot show. */
export function toDocument(stored: Record<string, unknown> | null): WorkflowDefinition | undefined {
  if (stored === null || Object.keys(stored).length === 0) return emptyDocument
  const { trigger, nodes, start, variables = [], exits = [], languages = [] } = stored
  const showable =
    isTrigger(trigger) && typeof start === 'string' && Array.isArray(nodes) && nodes.every(isShowable)
  if (!areObjects(variables) || !areObjects(exits) || !areTexts(languages)) return undefined
  if (!showable || new Set(nodes.map(node => node.id)).size !== nodes.length) return undefined
  return stored as WorkflowDefinition
}

/** The forms of a date, an absence, a segment and a broadcast need their texts. */
function isTrigger(trigger: unknown): boolean {
  if (!isObject(trigger)) return false
  if ('date' in trigger) return isDate(trigger.date)
  if ('segment' in trigger) return isObject(trigger.segment) && typeof trigger.segment.id === 'string'
  if ('broadcast' in trigger) return isBroadcast(trigger.broadcast)
  return !('absence' in trigger) || isAbsence(trigger.absence)
}

/** By the hour, there is no time of day. */
function isDate(rule: unknown): boolean {
  if (!isObject(rule)) return false
  const { attribute, fact, time = '' } = rule
  return typeof (fact ?? attribute) === 'string' && typeof time === 'string'
}

function isAbsence(rule: unknown): boolean {
  if (!isObject(rule) || !isTimed(rule)) return false
  const { sources = [] } = rule
  return Array.isArray(sources) && sources.every(source => typeof source === 'string')
}

const isTimed = (rule: unknown) => isObject(rule) && typeof rule.time === 'string'

function isBroadcast(rule: unknown): boolean {
  if (!isObject(rule) || typeof rule.segment !== 'string') return false
  const { once, every, pace } = rule
  const isOnce =
    once === undefined || (isTimed(once) && typeof (once as { date?: unknown }).date === 'string')
  const isEvery =
    every === undefined || (isTimed(every) && areWeekdays((every as { weekdays?: unknown }).weekdays))
  return isOnce && isEvery && (pace === undefined || isObject(pace))
}

const areWeekdays = (days: unknown) =>
  days === undefined || (Array.isArray(days) && days.every(day => typeof day === 'number'))

const lists: Partial<Record<NodeType, string>> = {
  branch: 'cases',
  split: 'ways',
  wait_for_event: 'events',
  update_guest: 'changes',
}

/** Whether the canvas and the forms can show a step, whatever else is wrong with it. */
export function isShowable(node: unknown): node is WorkflowNode {
  if (!isObject(node) || typeof node.id !== 'string' || !isNodeType(node.type)) return false
  const list = lists[node.type]
  if (list !== undefined && !areObjects(node[list])) return false
  if (['wait_for_event', 'wait_for_click', 'wait_for_answer'].includes(node.type))
    return isObject(node.timeout) && isDuration(node.timeout.after)
  if (node.type === 'wait_for_task')
    return Array.isArray(node.tasks) && isObject(node.timeout) && isDuration(node.timeout.after)
  if (node.type === 'send_email' || node.type === 'send_sms') return isMessage(node)
  if (node.type === 'award_points') return namesField(node.points)
  if (node.type === 'call_webhook') return !Array.isArray(node.body) || node.body.every(isBodyField)
  if (node.type === 'update_guest') return (node.changes as Record<string, unknown>[]).every(isUpdate)
  if (node.type === 'wait' && node.moves !== undefined && !areObjects(node.moves)) return false
  if (node.type !== 'wait') return true
  const { until } = node
  return isObject(until) && namesField(until.moment) && (!('after' in until) || isDuration(until.after))
}

/** The same is shown of each translation. */
function isMessage({ blocks: written = [], translations = {} }: Record<string, unknown>): boolean {
  if (!Array.isArray(written) || !written.every(isBlock) || !isObject(translations)) return false
  return Object.values(translations).every(
    translation => isObject(translation) && !('translations' in translation) && isMessage(translation),
  )
}

const blocks = new Map<unknown, (typeof EmailBlock.anyOf)[number]>(
  EmailBlock.anyOf.map(variant => [variant.properties.type.const, variant]),
)

/** The editor of an e-mail needs the texts of each block. */
function isBlock(block: unknown): boolean {
  const variant = isObject(block) ? blocks.get(block.type) : undefined
  if (!isObject(block) || variant === undefined) return false
  const { columns, ...texts } = block
  if (block.type === 'columns') return Array.isArray(columns) && columns.every(isColumn)
  const areThere = variant.required.every(name => Object.hasOwn(block, name))
  return areThere && columns === undefined && Object.values(texts).every(text => typeof text === 'string')
}

const isColumn = (column: unknown): boolean =>
  Array.isArray(column) && column.every(block => isBlock(block) && block.type !== 'columns')

const isDuration = (value: unknown): boolean => isObject(value) && typeof value.unit === 'string'

/** A value from data is shown by its field; anything else is a text to the forms. */
const namesField = (value: unknown): boolean => !isObject(value) || typeof value.field === 'string'

const isUpdate = ({ field, value, plus }: Record<string, unknown>): boolean =>
  typeof field === 'string' && namesField(plus) && isNewValue(value)

const isBodyField = (field: unknown): boolean => isObject(field) && isNewValue(field.value)

function isNewValue(value: unknown): boolean {
  if (!isObject(value)) return true
  const [type, ...others] = Object.keys(value)
  return others.length === 0 && type !== undefined && isValueType(type) && isNamed(value[type])
}

const isValueType = (type: string) => type === 'number' || type === 'moment' || type === 'yes_no'
const isNamed = (value: unknown) => isObject(value) && namesField(value)

const areTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every(text => typeof text === 'string')

const areObjects = (value: unknown): boolean => Array.isArray(value) && value.every(isObject)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const findNode = ({ nodes }: WorkflowDefinition, id: string): WorkflowNode | undefined =>
  nodes.find(node => node.id === id)

export const replaceNode = (document: WorkflowDefinition, changed: WorkflowNode): WorkflowDefinition => ({
  ...document,
  nodes: document.nodes.map(node => (node.id === changed.id ? changed : node)),
})

/** A place to insert a step: a connection of a step, or the one from the trigger. */
export interface Place {
  readonly from: string
  readonly handle: string
}

export function connect(
  document: WorkflowDefinition,
  { from, handle }: Place,
  to: string,
): WorkflowDefinition {
  if (from === TRIGGER) return { ...document, start: to }
  const node = findNode(document, from)
  return node === undefined ? document : replaceNode(document, withConnection(node, handle, to))
}

export function targetOf(document: WorkflowDefinition, { from, handle }: Place): string | undefined {
  if (from === TRIGGER) return document.start
  const node = findNode(document, from)
  return node && connectionsOf(node).find(way => way.handle === handle)?.target
}

/** Inserts a step: all its connections lead to the previous target of that place. */
export function insertNode(
  document: WorkflowDefinition,
  type: NodeType,
  place: Place,
): { document: WorkflowDefinition; id: string } {
  const id = freeId(document.nodes, type)
  const onwards = targetOf(document, place) ?? ''
  let node = { id, type, ...structuredClone(nodeTypes[type].fresh) } as WorkflowNode
  for (const { handle } of connectionsOf(node)) node = withConnection(node, handle, onwards)
  const nodes = [...document.nodes, node]
  return { id, document: connect({ ...document, nodes }, place, id) }
}

export function freeId(nodes: readonly WorkflowNode[], type: NodeType): string {
  const taken = new Set(nodes.map(({ id }) => id))
  let number = 1
  while (taken.has(`${type}_${number}`)) number++
  return `${type}_${number}`
}

/** Steps that led to it lead to its first target instead. Steps that only it led to stay, reported as unreachable. */
export function removeNode(document: WorkflowDefinition, id: string): WorkflowDefinition {
  const gone = findNode(document, id)
  if (gone === undefined) return document
  const onwards = connectionsOf(gone)[0]?.target ?? ''
  const nodes = document.nodes
    .filter(node => node.id !== id)
    .map(node =>
      connectionsOf(node)
        .filter(({ target }) => target === id)
        .reduce((changed, { handle }) => withConnection(changed, handle, onwards), node),
    )
  return { ...document, nodes, start: document.start === id ? onwards : document.start }
}

/** The steps that lead to this one, over any number of others. */
function leadingTo({ nodes }: WorkflowDefinition, id: string): Set<string> {
  const before = new Map<string, string[]>()
  for (const node of nodes)
    for (const { target = '' } of connectionsOf(node))
      before.set(target, [...(before.get(target) ?? []), node.id])
  const found = new Set<string>()
  const waiting = [id]
  for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
    for (const one of before.get(here) ?? []) {
      if (!found.has(one)) waiting.push(one)
      found.add(one)
    }
  }
  return found
}

/** The possible targets that do not create a cycle. */
export function possibleTargets(document: WorkflowDefinition, from: string): WorkflowNode[] {
  const before = leadingTo(document, from)
  return document.nodes.filter(({ id }) => id !== from && !before.has(id))
}
