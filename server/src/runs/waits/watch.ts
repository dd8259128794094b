import type { NodeOf } from '@millrace/contract/node'
import type { CompiledVersion } from '#workflows/compile.ts'
import { type ExplainedLeaf, explain, holds } from '#workflows/condition.ts'
import type { EventFacts, Facts } from '#workflows/facts.ts'
import type { WatchKind } from '../change/write-watches.ts'

/** A run that listens for its guest's events. */
export interface Watching {
  readonly kind: WatchKind
  readonly nodeId: string | null
}

/** What an event does to a run that listens. */
export type Reaction =
  /** The entry of its wait_for_event that matched. */
  { readonly kind: 'wake'; readonly index: number } | { readonly kind: 'exit'; readonly reason: string }

/** Pure. `facts` are the run's, except for the event, which is the one that came. */
export function reaction(watching: Watching, version: CompiledVersion, facts: Facts): Reaction | undefined {
  if (watching.kind === 'exit') {
    for (const exit of version.exits) {
      if (exit.on === 'event' && matches(exit, facts)) {
        return { kind: 'exit', reason: exit.label ?? `an event from ${exit.source ?? 'no source'}` }
      }
    }
    return undefined
  }
  const node = watching.nodeId === null ? undefined : version.nodes.get(watching.nodeId)
  if (node?.type !== 'wait_for_event') return undefined
  const index = (node as NodeOf<'wait_for_event'>).events.findIndex(event => matches(event, facts))
  return index < 0 ? undefined : { kind: 'wake', index }
}

/** Why an event of a source that a run waits for did not wake it: the comparisons that failed, entry by entry. */
export function unmetConditions(watching: Watching, version: CompiledVersion, facts: Facts): ExplainedLeaf[] {
  const node = watching.nodeId === null ? undefined : version.nodes.get(watching.nodeId)
  if (watching.kind !== 'wait' || node?.type !== 'wait_for_event') return []
  return node.events.flatMap(({ source, when }) => {
    if (source !== facts.event.source || when === undefined) return []
    const { leaves } = explain(when, facts)
    const failed = leaves.filter(leaf => !leaf.holds)
    return failed.length > 0 ? failed : leaves
  })
}

function matches(
  listened: Pick<NodeOf<'wait_for_event'>['events'][number], 'source' | 'when'>,
  facts: Facts,
): boolean {
  if (listened.source !== facts.event.source) return false
  return listened.when === undefined || holds(listened.when, facts)
}

export interface StoredEvent extends EventFacts {
  readonly id: string
}
