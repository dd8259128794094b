import type { WorkflowNode } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'

/** A way on from a step: its name on the canvas and in the form, empty where there is only one. */
export interface Way {
  readonly label: string
  readonly target: string
}

const only = (target: string): Way[] => [{ label: '', target }]

/** In the order in which the canvas shows them. */
export function waysOf(node: WorkflowNode): Way[] {
  switch (node.type) {
    case 'end':
      return []
    case 'branch':
      return [...node.cases.map(named), { label: 'Otherwise', target: node.else }]
    case 'split':
      return node.ways.map(named)
    case 'wait_for_event':
      return [...node.events.map(named), { label: 'No event in time', target: node.timeout.next }]
    case 'wait_for_task':
      return inTime('Done', 'Not done in time', node)
    case 'wait_for_click':
      return inTime('Clicked', 'No click in time', node)
    case 'wait_for_answer':
      return inTime('Answered', 'No answer in time', node)
    case 'call_webhook':
      return orElse('Succeeded', 'Failed', node.next, node.on_failure)
    case 'wait':
      return orElse('Date reached', 'Already passed', node.next, node.if_passed)
    default:
      return only(node.next)
  }
}

/** A way without a name is called after its condition, its share or its source: a person gives it one. */
function named({ label, next }: { label?: string; next: string }): Way {
  if (label === undefined) throw new Error('a way without a label')
  return { label, target: next }
}

const inTime = (
  done: string,
  late: string,
  { next, timeout }: { next: string; timeout: { next: string } },
): Way[] => [
  { label: done, target: next },
  { label: late, target: timeout.next },
]

const orElse = (well: string, ill: string, next: string, other: string | undefined): Way[] =>
  other === undefined
    ? only(next)
    : [
        { label: well, target: next },
        { label: ill, target: other },
      ]

export function nodeOf({ nodes }: WorkflowDefinition, id: string): WorkflowNode {
  const node = nodes.find(one => one.id === id)
  if (node === undefined) throw new Error(`there is no step ${id}`)
  return node
}

/** A way that leads to a step; from undefined: the trigger. */
export interface Arrival {
  readonly from: string | undefined
  readonly label: string
}

/**
 * Every step with the ways that lead to it, each after all of those that lead to it: what a step refers to is there
 * when it is filled in. Where several could be next, it is the first one after the step before, as people build.
 */
export function inOrder(definition: WorkflowDefinition): { node: WorkflowNode; arrivals: Arrival[] }[] {
  const arrivals = new Map<string, Arrival[]>([[definition.start, [{ from: undefined, label: '' }]]])
  const missing = new Map<string, number>([[definition.start, 1]])
  for (const node of definition.nodes)
    for (const { target } of waysOf(node)) missing.set(target, (missing.get(target) ?? 0) + 1)
  const ready = [definition.start]
  const ordered: { node: WorkflowNode; arrivals: Arrival[] }[] = []
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    const node = nodeOf(definition, id)
    ordered.push({ node, arrivals: arrivals.get(id) ?? [] })
    const freed: string[] = []
    for (const { label, target } of waysOf(node)) {
      const known = [...(arrivals.get(target) ?? []), { from: id, label }]
      arrivals.set(target, known)
      if (known.length === missing.get(target)) freed.unshift(target)
    }
    ready.push(...freed)
  }
  return ordered
}
