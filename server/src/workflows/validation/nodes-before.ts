import type { NodeType, WorkflowNode } from '@millrace/contract/node'
import { edges } from './edges.ts'
import { lastFirst } from './last-first.ts'

/** For each node, those of a type that a run may have taken when it arrives there: those on some way to it. */
export function nodesBefore(
  nodes: readonly WorkflowNode[],
  type: NodeType,
): ReadonlyMap<string, ReadonlySet<string>> {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const before = new Map(nodes.map(node => [node.id, new Set<string>()]))
  const firstFirst = lastFirst(byId).reverse()
  // One pass is enough, unless the document has a circle.
  let news = true
  while (news) news = firstFirst.filter(id => passOn(byId.get(id) as WorkflowNode)).length > 0
  return before

  /** Whether a node behind this one got a new entry. */
  function passOn(node: WorkflowNode): boolean {
    const known = before.get(node.id) as Set<string>
    const passed = node.type === type ? new Set([...known, node.id]) : known
    let changed = false
    for (const { next } of edges(node)) {
      const there = before.get(next)
      if (there === undefined || passed.isSubsetOf(there)) continue
      for (const id of passed) there.add(id)
      changed = true
    }
    return changed
  }
}
