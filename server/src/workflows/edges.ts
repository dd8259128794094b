import type { WorkflowNode } from '@millrace/contract/workflow'

export interface Edge {
  /** The field that names the next node, as a path inside the node. */
  readonly path: string
  readonly next: string
}

/** The ways out of a node. */
export function edges(node: WorkflowNode): Edge[] {
  switch (node.type) {
    case 'branch':
      return [
        ...node.cases.map((entry, index) => ({ path: `cases.${index}.next`, next: entry.next })),
        { path: 'else', next: node.else },
      ]
    case 'end':
      return []
    default:
      return [{ path: 'next', next: node.next }]
  }
}
