import type { WorkflowNode } from '@millrace/contract/node'
import { edges } from './edges.ts'

/** The nodes in an order in which each comes after those it leads to, except in circles. */
export function lastFirst(nodes: ReadonlyMap<string, WorkflowNode>): string[] {
  const order: string[] = []
  const seen = new Set<string>()
  for (const start of nodes.keys()) {
    const stack = [{ id: start, leave: false }]
    for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
      const { id, leave } = entry
      if (leave) order.push(id)
      if (leave || seen.has(id) || !nodes.has(id)) continue
      seen.add(id)
      stack.push({ id, leave: true })
      for (const { next } of edges(nodes.get(id) as WorkflowNode)) stack.push({ id: next, leave: false })
    }
  }
  return order
}
