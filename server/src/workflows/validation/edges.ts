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
    case 'wait_for_task':
    case 'wait_for_click':
    case 'wait_for_answer':
      return [
        { path: 'next', next: node.next },
        { path: 'timeout.next', next: node.timeout.next },
      ]
    case 'call_webhook':
      return [{ path: 'next', next: node.next }, ...optional('on_failure', node.on_failure)]
    case 'wait':
      return [{ path: 'next', next: node.next }, ...optional('if_passed', node.if_passed)]
    case 'end':
      return []
    default:
      return [{ path: 'next', next: node.next }]
  }
}

const listed = (field: string, entries: readonly { next: string }[]): Edge[] =>
  entries.map(({ next }, index) => ({ path: `${field}.${index}.next`, next }))

const optional = (path: string, next: string | undefined): Edge[] =>
  next === undefined ? [] : [{ path, next }]
