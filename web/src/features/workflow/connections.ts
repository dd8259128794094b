import type { WorkflowNode } from '@millrace/contract/node'

/** A way on from a node. Its handle says which one, as `next` or `cases.0`. */
export interface Way {
  readonly handle: string
  readonly label: string
  /** Absent where it leads nowhere yet. */
  readonly target: string | undefined
}

const way = (handle: string, label: string, target: string | undefined): Way => ({
  handle,
  label,
  target: target || undefined,
})

export function waysOf(node: WorkflowNode): Way[] {
  switch (node.type) {
    case 'end':
      return []
    case 'branch':
      return [
        ...node.cases.map(({ label, next }, place) =>
          way(`cases.${place}`, label || `Case ${place + 1}`, next),
        ),
        way('else', 'Otherwise', node.else),
      ]
    case 'split':
      return node.ways.map(({ label, percent, next }, place) =>
        way(`ways.${place}`, label || `${percent} %`, next),
      )
    case 'wait_for_event':
      return [
        ...node.events.map(({ label, source, next }, place) =>
          way(`events.${place}`, label || (source ?? 'Without a source'), next),
        ),
        way('timeout', 'In time: none', node.timeout.next),
      ]
    case 'call_webhook':
      return [
        way('next', node.on_failure === undefined ? '' : 'Taken', node.next),
        ...(node.on_failure === undefined ? [] : [way('on_failure', 'Refused', node.on_failure)]),
      ]
    default:
      return [way('next', '', node.next)]
  }
}

/** The same node, with one way leading elsewhere. */
export function withWay(node: WorkflowNode, handle: string, target: string): WorkflowNode {
  const [name = '', place] = handle.split('.')
  if (name === 'timeout' && node.type === 'wait_for_event') {
    return { ...node, timeout: { ...node.timeout, next: target } }
  }
  if (place === undefined) return { ...node, [name]: target } as WorkflowNode
  const list = (node as unknown as Record<string, readonly object[]>)[name] ?? []
  const changed = list.map((item, index) => (index === Number(place) ? { ...item, next: target } : item))
  return { ...node, [name]: changed } as WorkflowNode
}
