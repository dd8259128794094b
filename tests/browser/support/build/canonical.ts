import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { withStepsIn } from './references.ts'
import { waysOf } from './ways.ts'

/**
 * A document whose steps are called by when they are first reached, and stand in that order: two documents that differ
 * in the ids and the order of their steps alone are equal afterwards. A step that nothing leads to keeps its id, and
 * comes last.
 */
export function canonical(definition: WorkflowDefinition): WorkflowDefinition {
  const names = namesIn(definition)
  const places = [...names.keys()]
  const placeOf = (id: string) => (names.has(id) ? places.indexOf(id) : places.length)
  return {
    ...withStepsIn(definition, names),
    start: names.get(definition.start) ?? definition.start,
    nodes: definition.nodes
      .toSorted((one, other) => placeOf(one.id) - placeOf(other.id))
      .map(node => withStepsIn(node, names)),
  }
}

/** By id, in the order in which they are reached. */
function namesIn({ start, nodes }: WorkflowDefinition): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const reach = (id: string) => {
    const node = nodes.find(one => one.id === id)
    if (node === undefined || names.has(id)) return
    names.set(id, `step-${names.size + 1}`)
    for (const { target } of waysOf(node)) reach(target)
  }
  reach(start)
  return names
}
