import type { WorkflowNode } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { connectionsOf, withConnection } from './connections.ts'

/**
 * Steps as one piece that leads to `onwards`: what leads from one of them to another stays, and what led elsewhere goes to
 * the next of them that none of them leads to, so that all of them are reached from the first. `onwards` after the last.
 */
export function joinSteps(
  steps: readonly WorkflowNode[],
  onwards: string,
): { readonly first: string; readonly steps: WorkflowNode[] } {
  const own = new Map(steps.map(step => [step.id, step]))
  const followed = new Set(steps.flatMap(targetsOf))
  const heads = steps.filter(({ id }) => !followed.has(id)).map(({ id }) => id)
  // Of the last head that reaches it: from there on it goes to the head after that, never back.
  const headOf = new Map<string, number>()
  for (const [place, head] of heads.entries()) for (const id of reachedFrom(head, own)) headOf.set(id, place)
  const joined = steps.map(step => {
    const after = heads[(headOf.get(step.id) ?? heads.length) + 1] ?? onwards
    return connectionsOf(step).reduce(
      (changed, { handle, target = '' }) =>
        own.has(target) ? changed : withConnection(changed, handle, after),
      step,
    )
  })
  return { first: heads[0] ?? onwards, steps: joined }
}

const targetsOf = (step: WorkflowNode): string[] => connectionsOf(step).flatMap(({ target = [] }) => target)

/** The step and all that it leads to, among these. */
export function reachedFrom(id: string, steps: ReadonlyMap<string, WorkflowNode>): Set<string> {
  const found = new Set<string>()
  const waiting = [id]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const step = steps.get(next)
    if (step === undefined || found.has(next)) continue
    found.add(next)
    // The last one is taken next.
    waiting.push(...targetsOf(step).toReversed())
  }
  return found
}

/** From the first step on, one branch after the other; then those that nothing leads to. */
export function inReadingOrder({ start, nodes }: WorkflowDefinition): WorkflowNode[] {
  const steps = new Map(nodes.map(node => [node.id, node]))
  const reached = [...reachedFrom(start, steps)].flatMap(id => steps.get(id) ?? [])
  return [...reached, ...nodes.filter(node => !reached.includes(node))]
}
