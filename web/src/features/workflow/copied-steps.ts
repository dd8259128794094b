import { fields } from '@millrace/contract/condition/fields'
import { nodeIdPattern, type WorkflowNode } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { connectionsOf, withConnection } from './connections.ts'
import { connect, findNode, freeId, isShowable, type Place, TRIGGER, targetOf } from './document.ts'
import { inReadingOrder, joinSteps } from './join-steps.ts'

/** Steps on the clipboard: plain text, so that they can be pasted in another workflow, tab or Millrace. */

const MARK = 'millrace_steps'
const MOST = 200
const isId = new RegExp(nodeIdPattern)

/** Undefined without a step to copy: where runs end is none. */
export function stepsAsText(document: WorkflowDefinition, ids: ReadonlySet<string>): string | undefined {
  const copies = copiesOf(document, ids)
  return copies.length === 0 ? undefined : asText(copies)
}

/** One step or several, as people read them. */
export function copiesOf(document: WorkflowDefinition, ids: ReadonlySet<string>): WorkflowNode[] {
  return inReadingOrder(document).filter(({ id, type }) => ids.has(id) && type !== 'end')
}

/** The step and everything it leads to, except where runs end: pasted, it continues with what is there. */
export const branchAsText = (document: WorkflowDefinition, id: string): string =>
  asText(branchOf(document, id))

export function branchOf(document: WorkflowDefinition, id: string): WorkflowNode[] {
  const found = new Map<string, WorkflowNode>()
  const waiting = [id]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = findNode(document, next)
    if (node === undefined || node.type === 'end' || found.has(next)) continue
    found.set(next, node)
    waiting.push(...connectionsOf(node).flatMap(({ target = [] }) => target))
  }
  return [...found.values()]
}

const asText = (nodes: readonly WorkflowNode[]): string => JSON.stringify({ [MARK]: nodes })

/** Undefined for anything else that may be on a clipboard. The first step is where the others are reached from. */
export function stepsOf(text: string): readonly WorkflowNode[] | undefined {
  try {
    const { [MARK]: nodes } = JSON.parse(text)
    if (!Array.isArray(nodes) || nodes.length === 0 || nodes.length > MOST) return undefined
    const ids = new Set(nodes.map(node => node?.id))
    return nodes.every(isShowable) && ids.size === nodes.length ? nodes : undefined
  } catch {
    return undefined
  }
}

/** Where a paste goes: after the step, or first. Undefined after a step that nothing follows. */
export function placeAfter(document: WorkflowDefinition, id: string | undefined): Place | undefined {
  const node = id === undefined ? undefined : findNode(document, id)
  if (node === undefined) return { from: TRIGGER, handle: 'next' }
  const [first] = connectionsOf(node)
  return first && { from: node.id, handle: first.handle }
}

/** The place that leads to a step; the trigger's, where nothing does. */
export function placeBefore(document: WorkflowDefinition, id: string): Place {
  const before = document.nodes.flatMap(node =>
    connectionsOf(node).map(({ handle, target }) => ({ place: { from: node.id, handle }, target })),
  )
  return before.find(({ target }) => target === id)?.place ?? { from: TRIGGER, handle: 'next' }
}

/** Inserts copied steps, under other ids where theirs are taken. What led out of them leads to the previous target of that place. */
export function pasteSteps(
  document: WorkflowDefinition,
  copied: readonly WorkflowNode[],
  place: Place,
): { document: WorkflowDefinition; id: string } {
  const renamed = new Map<string, string>()
  const nodes = [...document.nodes]
  for (const node of copied) {
    const isTaken = nodes.some(({ id }) => id === node.id)
    // One that was cut comes back as itself, so that what names it still does.
    const id = isTaken || !isId.test(node.id) ? freeId(nodes, node.type) : node.id
    renamed.set(node.id, id)
    nodes.push({ ...node, id })
  }
  const own = nodes
    .slice(document.nodes.length)
    .map(node =>
      connectionsOf(node).reduce(
        (changed, { handle, target = '' }) => withConnection(changed, handle, renamed.get(target) ?? ''),
        withRenamed(node, renamed),
      ),
    )
  const { first, steps } = joinSteps(own, targetOf(document, place) ?? '')
  return {
    id: first,
    document: connect({ ...document, nodes: [...document.nodes, ...steps] }, place, first),
  }
}

const stems = fields.flatMap(({ path }) => (path.includes('<node>') ? [path.split('<', 1)[0] as string] : []))

/** Conditions, templates and tasks name steps by their ids. */
function withRenamed(node: WorkflowNode, renamed: ReadonlyMap<string, string>): WorkflowNode {
  const rename = (value: unknown, key: string): unknown => {
    if (typeof value === 'string')
      return key === 'tasks' || key === 'email' ? (renamed.get(value) ?? value) : inText(value, renamed)
    if (Array.isArray(value)) return value.map(item => rename(item, key))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, rename(item, name)]))
  }
  return rename(node, '') as WorkflowNode
}

function inText(text: string, renamed: ReadonlyMap<string, string>): string {
  let changed = text
  for (const stem of stems)
    changed = changed
      .split(stem)
      .map((part, place) => {
        const [id = ''] = /^[\w-]*/.exec(part) ?? []
        return place > 0 && renamed.has(id) ? `${renamed.get(id)}${part.slice(id.length)}` : part
      })
      .join(stem)
  return changed
}
