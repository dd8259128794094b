import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import { versionId } from '#workflows/catalogue.ts'
import type { CompiledVersion } from '#workflows/compile.ts'
import { isFinal } from '../change/state.ts'
import { type ListeningFor, writeWatches } from '../change/write-watches.ts'
import { collectEffects } from '../effects/collect-effects.ts'
import { guestKey } from '../load/load-guests.ts'
import type { LoadedRun } from '../load/load-runs.ts'
import { versionOf, type Walked, type WalkFacts } from '../walk/walk.ts'
import { listeningFor } from './listening-keys.ts'
import { lookBack } from './look-back.ts'
import { react } from './react.ts'

interface Listener {
  readonly run: LoadedRun
  readonly version: CompiledVersion
  readonly nodeId: string | null
  readonly listeningFor: readonly ListeningFor[]
  /** It waits for an event that may already be there. The walk has already seen those that move a wait. */
  readonly looksBack: boolean
}

/**
 * Updates the watches of a batch of runs to where they are now. A run that has started to wait for events also reacts
 * to the events since it started, and may continue at once.
 */
export async function listen(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  walked: readonly Walked[],
  walkFacts: WalkFacts,
): Promise<void> {
  const listeners = walked.flatMap(one => listenerOf(one, walkFacts) ?? [])
  if (listeners.length === 0) return
  await writeWatches(tx, listeners)
  // Earlier events are evaluated with the current facts, after the steps that led here.
  const { memories } = collectEffects(walked)
  const waiting = listeners
    .filter(({ looksBack }) => looksBack)
    .map(({ run, version, nodeId }) => ({
      run: { ...run, memory: memories.get(run) ?? run.memory },
      version,
      watching: { kind: 'wait', nodeId } as const,
    }))
  if (waiting.length === 0) return
  await react(
    tx,
    queue,
    await lookBack(tx, waiting, { ...walkFacts, guests: guestsAfter(walked, walkFacts) }),
  )
}

/** undefined: its watches stay unchanged. */
function listenerOf({ run, result, held }: Walked, { versions }: WalkFacts): Listener | undefined {
  const version = versions.get(versionId(versionOf(run)))
  if (version === undefined || 'unreadable' in version || !version.needs.watches || held) return undefined
  const { status, nodeId, waitingFor } = result.run
  const looksBack = waitingFor?.type === 'event'
  const waitsAt = looksBack || waitingFor?.type === 'time' ? nodeId : null
  const listening = isFinal(status) ? [] : listeningFor(version, waitsAt, run.input)
  return { run, version, nodeId, listeningFor: listening, looksBack }
}

function guestsAfter(walked: readonly Walked[], { guests }: WalkFacts): WalkFacts['guests'] {
  const after = new Map(guests)
  for (const { run, result } of walked) if (result.guest !== undefined) after.set(guestKey(run), result.guest)
  return after
}
