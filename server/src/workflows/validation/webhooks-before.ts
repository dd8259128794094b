import type { WorkflowNode } from '@millrace/contract/node'
import { edges } from './edges.ts'

/** For each node, the webhooks that may have been called when a run arrives there: those on some way to it. */
export function webhooksBefore(nodes: readonly WorkflowNode[]): ReadonlyMap<string, ReadonlySet<string>> {
  const before = new Map(nodes.map(node => [node.id, new Set<string>()]))
  // Until nothing is new: a document that goes round in a circle is looked at as well.
  const waiting = new Set(nodes)
  const byId = new Map(nodes.map(node => [node.id, node]))
  for (const node of waiting) {
    waiting.delete(node)
    const known = before.get(node.id) as Set<string>
    const passed = node.type === 'call_webhook' ? [...known, node.id] : [...known]
    for (const { next } of edges(node)) {
      const there = before.get(next)
      if (there === undefined || passed.every(id => there.has(id))) continue
      for (const id of passed) there.add(id)
      waiting.add(byId.get(next) as WorkflowNode)
    }
  }
  return before
}
