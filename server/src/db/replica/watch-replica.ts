import { repeat } from '#base/repeat.ts'
import type { Logger } from '#observability/logger.ts'
import type { Sql } from '../sql.ts'
import { type ReplicaState, readPrimary, readReplica, whyForeign } from './compare.ts'
import { createHistory } from './history.ts'
import type { Position } from './position.ts'

const EVERY_MS = 1_000
/** Further behind, the primary answers. */
export const LONGEST_BEHIND_MS = 60_000

const AWAY = 'it does not answer'

export interface WatchedReplica {
  isUsed(): boolean
  /** How far it was behind when it was last looked at; undefined while that is not known. */
  behindMs(): number | undefined
  /** How old the state at this position is, and since when. */
  ageAt(position: Position): { readonly asOf: Date; readonly behindMs: number } | undefined
  /** Calls it when the replica is not used any longer: nobody waits for its answer then. Returns what ends that. */
  onEnd(listener: () => void): () => void
  /** It did not answer in time: it is not used until it was looked at again. */
  distrust(): void
  stop(): Promise<void>
}

/** Whether the replica can be read, looked at every second. A change is logged once. */
export function watchReplica(servers: { primary: Sql; replica: Sql }, logger: Logger): WatchedReplica {
  const history = createHistory(2 * LONGEST_BEHIND_MS)
  const listeners = new Set<() => void>()
  let distrusted = false
  // Of the last look: as of when it was, and when that was.
  let last: { readonly asOf: number; readonly now: number; readonly looked: number } | undefined
  // What was logged last; undefined: it is used.
  let reason: string | undefined = 'it was not looked at yet'

  function decide(next: string | undefined, error?: unknown): void {
    if (next === reason) return
    if (next === undefined) {
      logger.info('The lists of the dashboard are read from the replica')
    } else {
      for (const listener of listeners) listener()
      logger.warn(
        { reason: next, ...(error === undefined ? {} : { err: error }) },
        'The replica is not used: the primary answers in its place',
      )
    }
    reason = next
  }

  async function look(): Promise<boolean> {
    try {
      // In this order: a replica cannot be ahead of what its primary has afterwards.
      const replica = await readReplica(servers.replica)
      const primary = await readPrimary(servers.primary)
      history.add(primary)
      decide(whyForeign(replica, primary) ?? whyLate(replica, primary.at.getTime()))
    } catch (error) {
      last = undefined
      decide(AWAY, error)
    }
    distrusted = false
    return false
  }

  function whyLate({ position, lastCommit }: ReplicaState, now: number): string | undefined {
    const sampled = history.asOf(position as Position)?.getTime() ?? 0
    // What it has replayed is complete up to its last commit, also from before this process was started.
    const asOf = Math.max(sampled, lastCommit?.getTime() ?? 0)
    last = { asOf, now, looked: performance.now() }
    return now - asOf > LONGEST_BEHIND_MS ? 'it is more than a minute behind' : undefined
  }

  const repeating = repeat({ name: 'looking at the replica', everyMs: EVERY_MS, logger, run: look })
  return {
    isUsed: () => reason === undefined && !distrusted,
    behindMs: () => last && Math.max(0, last.now - last.asOf),
    ageAt(position) {
      if (last === undefined) return undefined
      const asOf = Math.max(history.asOf(position)?.getTime() ?? 0, last.asOf)
      const behindMs = Math.max(0, last.now + performance.now() - last.looked - asOf)
      return { asOf: new Date(asOf), behindMs }
    },
    onEnd(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    distrust() {
      distrusted = true
    },
    stop: repeating.stop,
  }
}
