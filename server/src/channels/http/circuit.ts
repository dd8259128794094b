import { BoundedMap } from '#base/bounded-map.ts'

/**
 * Spares a receiver that hangs, and us the wait: after several timeouts in a row, its calls pause. After the pause
 * one call is let through as a trial, and the pause starts again until that call has returned.
 */
export interface Circuit {
  /** How long the key is still paused in milliseconds, or undefined: the call may proceed, and must be recorded. */
  restOf(key: string): number | undefined
  record(key: string, timedOut: boolean): void
  /** The keys that are paused, and for how long. */
  resting(): { readonly key: string; readonly forMs: number }[]
}

export interface CircuitOptions {
  readonly timeouts: number
  readonly restMs: number
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

/**
 * Unlikely to be reached: that many receivers would have to hang at once. Then the one called longest ago would be
 * tried again.
 */
const MOST_KEYS = 10_000

export function createCircuit({ timeouts, restMs, now }: CircuitOptions): Circuit {
  const hanging = new BoundedMap<{ count: number; restsUntil: number }>(MOST_KEYS)
  return {
    restOf(key) {
      const known = hanging.get(key)
      if (known === undefined || known.count < timeouts) return undefined
      const left = known.restsUntil - now()
      if (left > 0) return Math.ceil(left)
      known.restsUntil = now() + restMs
      return undefined
    },
    record(key, timedOut) {
      if (!timedOut) {
        hanging.delete(key)
        return
      }
      const count = (hanging.get(key)?.count ?? 0) + 1
      hanging.set(key, { count, restsUntil: now() + restMs })
    },
    resting: () =>
      [...hanging.entries()]
        .map(([key, { count, restsUntil }]) => ({ key, forMs: count < timeouts ? 0 : restsUntil - now() }))
        .filter(({ forMs }) => forMs > 0),
  }
}
