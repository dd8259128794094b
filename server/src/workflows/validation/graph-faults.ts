import type { WorkflowNode } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { edges } from './edges.ts'
import type { Fault } from './fault.ts'
import { nodeLabel } from './node-label.ts'

/** The faults of the connections between the start and the ends. */
export function graphFaults({ start, nodes }: WorkflowDefinition): Fault[] {
  const byId = new Map<string, { node: WorkflowNode; path: string }>()
  const faults: Fault[] = []
  for (const [index, node] of nodes.entries()) {
    const path = `nodes.${index}`
    if (byId.has(node.id)) {
      faults.push({ path: `${path}.id`, node: node.id, message: `Two nodes have the id "${node.id}".` })
    } else byId.set(node.id, { node, path })
    for (const edge of edges(node)) {
      if (nodes.some(other => other.id === edge.next)) continue
      const message = `${nodeLabel(node)} leads to "${edge.next}", which does not exist.`
      faults.push({ path: `${path}.${edge.path}`, node: node.id, message })
    }
  }
  if (!byId.has(start)) {
    faults.push({ path: 'start', message: `The workflow starts at "${start}", which does not exist.` })
    return faults
  }

  const { reached, loops } = explore(start, byId)
  for (const id of firstUnreached(byId, reached)) {
    const { node, path } = byId.get(id) as { node: WorkflowNode; path: string }
    faults.push({ path, node: id, message: `Nothing leads to ${nodeLabel(node)}.` })
  }
  for (const loop of loops) {
    const path = byId.get(loop[0] as string)?.path as string
    const message = `The workflow goes round in a circle: ${loop.join(' → ')}.`
    faults.push({ path, node: loop[0] as string, message })
  }
  if (![...reached].some(id => byId.get(id)?.node.type === 'end')) {
    faults.push({ path: 'nodes', message: 'The workflow has no end. Every branch must lead to one.' })
  }
  return faults
}

/** Of the nodes that cannot be reached, those that the others follow: one fault for each part, not for each node. */
function firstUnreached(
  byId: ReadonlyMap<string, { node: WorkflowNode }>,
  reached: ReadonlySet<string>,
): string[] {
  const lost = [...byId.keys()].filter(id => !reached.has(id))
  const followed = new Set(
    lost.flatMap(id => edges((byId.get(id) as { node: WorkflowNode }).node)).map(({ next }) => next),
  )
  const seen = new Set<string>()
  // Those that nothing leads to come first; what is left after them goes round in circles.
  return [...lost.filter(id => !followed.has(id)), ...lost].filter(id => {
    if (seen.has(id)) return false
    for (const one of explore(id, byId).reached) seen.add(one)
    return true
  })
}

/** Depth first without recursion, so that a chain of 500 nodes does not depend on the stack. */
function explore(start: string, byId: ReadonlyMap<string, { node: WorkflowNode }>) {
  const reached = new Set<string>()
  const loops: string[][] = []
  const trail: string[] = []
  const onTrail = new Set<string>()
  const stack: { id: string; leave: boolean }[] = [{ id: start, leave: false }]
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { id, leave } = entry
    if (leave) {
      trail.pop()
      onTrail.delete(id)
    } else if (onTrail.has(id)) {
      loops.push([...trail.slice(trail.indexOf(id)), id])
    } else if (!reached.has(id) && byId.has(id)) {
      reached.add(id)
      trail.push(id)
      onTrail.add(id)
      stack.push({ id, leave: true })
      const { node } = byId.get(id) as { node: WorkflowNode }
      for (const edge of edges(node)) stack.push({ id: edge.next, leave: false })
    }
  }
  return { reached, loops }
}
