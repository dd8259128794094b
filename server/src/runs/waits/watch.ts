import type { CompiledVersion } from '#workflows/compile.ts'
import type { ExplainedLeaf } from '#workflows/condition.ts'
import type { Facts } from '#workflows/facts.ts'
import { isListenedFor, listenedAt, unmetIn } from '#workflows/listened.ts'
import type { WatchKind } from '../change/write-watches.ts'

/** A run that listens for its guest's events. */
export interface Watching {
  readonly kind: WatchKind
  readonly nodeId: string | null
}

/** What an event does to a run that listens. */
export type Reaction =
  /** The entry of its wait_for_event that matched. */
  | { readonly kind: 'wake'; readonly index: number }
  /** Its wait is decided again. */
  | { readonly kind: 'move' }
  | { readonly kind: 'exit'; readonly reason: string }

/** Pure. `facts` are the run's, except for the event, which is the one that came. */
export function reaction(watching: Watching, version: CompiledVersion, facts: Facts): Reaction | undefined {
  if (watching.kind === 'exit') {
    for (const exit of version.exits) {
      if (exit.on === 'event' && isListenedFor(exit, facts)) {
        return { kind: 'exit', reason: exit.label ?? `an event from ${exit.source ?? 'no source'}` }
      }
    }
    return undefined
  }
  const index = listenedAt(version, watching.nodeId).findIndex(listened => isListenedFor(listened, facts))
  if (index < 0) return undefined
  const node = version.nodes.get(watching.nodeId as string)
  return node?.type === 'wait' ? { kind: 'move' } : { kind: 'wake', index }
}

/**
 * Why an event that a run waits for did not wake or move it: the comparisons that failed, entry by entry. An event that belongs
 * to another run by its `match` is none of these.
 */
export function unmetConditions(watching: Watching, version: CompiledVersion, facts: Facts): ExplainedLeaf[] {
  if (watching.kind !== 'wait') return []
  return listenedAt(version, watching.nodeId).flatMap(listened => unmetIn(listened, facts))
}
