import { fields } from '@millrace/contract/condition/fields'
import type { WorkflowNode } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { connectionsOf, withConnection } from './connections.ts'
import { connect, findNode, freeId, isShowable, type Place, TRIGGER, targetOf } from './document.ts'

/** Steps on the clipboard: plain text, so that they can be pasted in another workflow, tab or Millrace. */

const MARK = 'millrace_steps'
const MOST = 200

export const stepAsText = (document: WorkflowDefinition, id: string): string =>
  asText(document.nodes.filter(node => node.id === id))

/** The step and everything it leads to, except where runs end: pasted, it continues with what is there. */
export function branchAsText(document: WorkflowDefinition, id: string): string {
  const found = new Map<string, WorkflowNode>()
  const waiting = [id]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = findNode(document, next)
    if (node === undefined || node.type === 'end' || found.has(next)) continue
    found.set(next, node)
    waiting.push(...connectionsOf(node).flatMap(({ target = [] }) => target))
  }
  return asText([...found.values()])
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

/** Inserts copied steps. What led out of them leads to the previous target of that place. */
export function pasteSteps(
  document: WorkflowDefinition,
  copied: readonly WorkflowNode[],
  place: Place,
): { document: WorkflowDefinition; id: string } {
  const onwards = targetOf(document, place) ?? ''
  const renamed = new Map<string, string>()
  let nodes = document.nodes
  for (const node of copied) {
    const id = freeId(nodes, node.type)
    renamed.set(node.id, id)
    nodes = [...nodes, { ...node, id }]
  }
  const settled = nodes
    .slice(document.nodes.length)
    .map(node =>
      connectionsOf(node).reduce(
        (changed, { handle, target = '' }) => withConnection(changed, handle, renamed.get(target) ?? onwards),
        withRenamed(node, renamed),
      ),
    )
  const id = settled[0]?.id ?? onwards
  return { id, document: connect({ ...document, nodes: [...document.nodes, ...settled] }, place, id) }
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
