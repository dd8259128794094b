import type { NodeOf } from '@millrace/contract/node'
import type { CompiledVersion } from './compile.ts'
import { type ExplainedLeaf, explain, holds } from './condition.ts'
import type { EventFacts, Facts, FactValue } from './facts.ts'

/** An event that a run under way listens for. */
export type Listened = Pick<NodeOf<'wait_for_event'>['events'][number], 'source' | 'match' | 'when'>

/** The events that a run listens for because it waits at this node. */
export function listenedAt({ nodes }: CompiledVersion, nodeId: string | null): readonly Listened[] {
  const node = nodeId === null ? undefined : nodes.get(nodeId)
  if (node?.type === 'wait') return node.moves ?? []
  return node?.type === 'wait_for_event' ? node.events : []
}

/** `facts` are the run's, except for the event, which is the one that came. */
export const isListenedFor = (listened: Listened, facts: Facts): boolean =>
  isMeant(listened, facts) && (listened.when === undefined || holds(listened.when, facts))

/** Why an event that is meant is still not listened for: the comparisons that failed. */
export function unmetIn(listened: Listened, facts: Facts): ExplainedLeaf[] {
  if (!isMeant(listened, facts) || listened.when === undefined) return []
  const { leaves } = explain(listened.when, facts)
  const failed = leaves.filter(leaf => !leaf.holds)
  // Under a `not`, the condition can fail although no leaf does: then all leaves are listed.
  return failed.length > 0 ? failed : leaves
}

/** It is of the source, and has the same values as the event that started the run. */
function isMeant({ source, match = [] }: Listened, { event, startedBy }: Facts): boolean {
  if (source !== event.source) return false
  return match.every(name => {
    const value = valueToMatch(startedBy, name)
    return value !== undefined && value === valueToMatch(event, name)
  })
}

/** A parameter without a value is the same as none: two bookings without a number are not the same booking. */
export const valueToMatch = ({ parameters }: EventFacts, name: string): FactValue | undefined =>
  Object.hasOwn(parameters, name) ? (parameters[name] ?? undefined) : undefined
