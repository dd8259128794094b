import type { WorkflowNode } from '@millrace/contract/node'

export interface Edge {
  /** The field that names the next node, as a path inside the node. */
  readonly path: string
  readonly next: string
}

/** The ways out of a node. */
export function edges(node: WorkflowNode): Edge[] {
  switch (node.type) {
    case 'branch':
      return [...listed('cases', node.cases), { path: 'else', next: node.else }]
    case 'split':
      return listed('ways', node.ways)
    case 'wait_for_event':
      return [...listed('events', node.events), { path: 'timeout.next', next: node.timeout.next }]
    case 'call_webhook': {
      const { next, on_failure } = node
      return [
        { path: 'next', next },
        ...(on_failure === undefined ? [] : [{ path: 'on_failure', next: on_failure }]),
      ]
    }
    case 'end':
      return []
    default:
      return [{ path: 'next', next: node.next }]
  }
}

const listed = (field: string, entries: readonly { next: string }[]): Edge[] =>
  entries.map(({ next }, index) => ({ path: `${field}.${index}.next`, next }))
