import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { connectionsOf } from '../../workflow/connections.ts'
import { type Place, TRIGGER } from '../../workflow/document.ts'
import { lineId } from '../../workflow/line-id.ts'

export interface Edge extends Place {
  readonly id: string
  readonly to: string
  readonly label: string
  /** It has no target yet. */
  readonly loose: boolean
}

/** Every connection, in the order people read them. One without a target leads to an end that is its own. */
export function edgesOf(document: WorkflowDefinition): Edge[] {
  const known = new Set(document.nodes.map(({ id }) => id))
  const edge = (from: string, handle: string, label: string, target: string | undefined): Edge => {
    const loose = target === undefined || !known.has(target)
    const id = lineId({ from, handle })
    return { id, from, handle, label, loose, to: loose ? `loose ${id}` : target }
  }
  return [
    edge(TRIGGER, 'next', '', document.start || undefined),
    ...document.nodes.flatMap(node =>
      connectionsOf(node).map(({ handle, label, target }) => edge(node.id, handle, label, target)),
    ),
  ]
}
