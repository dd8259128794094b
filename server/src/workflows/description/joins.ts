import type { WorkflowNode } from '@millrace/contract/node'
import { edges } from '../validation/edges.ts'
import { lastFirst } from '../validation/last-first.ts'

/** For each node, the first node behind it that every way from it passes; nodes whose ways end separately have none. */
export function joins(nodes: ReadonlyMap<string, WorkflowNode>): ReadonlyMap<string, string> {
  const passed = new Map<string, ReadonlySet<string>>()
  for (const id of lastFirst(nodes)) {
    const ways = edges(nodes.get(id) as WorkflowNode).map(({ next }) => passed.get(next) ?? new Set<string>())
    const [first, ...others] = ways
    const common = [...(first ?? [])].filter(node => others.every(way => way.has(node)))
    passed.set(id, new Set([id, ...common]))
  }
  const found = new Map<string, string>()
  for (const [id, all] of passed) {
    // The nearest one has all the others behind it.
    const [nearest] = [...all]
      .filter(other => other !== id)
      .sort((a, b) => (passed.get(b)?.size ?? 0) - (passed.get(a)?.size ?? 0))
    if (nearest !== undefined) found.set(id, nearest)
  }
  return found
}
