import { LRUCache } from 'lru-cache'

/**
 * Spares a receiver that hangs, and ourselves the waiting: after some time-outs in a row its calls rest. When the
 * rest is over one call goes as a trial, and the rest begins anew until that one has come back.
 */
export interface Circuit {
  /** How long the key still rests in milliseconds, or undefined: the call may go, and must be recorded. */
  restOf(key: string): number | undefined
  record(key: string, timedOut: boolean): void
}

export interface CircuitOptions {
  readonly timeouts: number
  readonly restMs: number
  /** Milliseconds that never go back. */
  readonly now: () => number
}

/** More receivers than this do not hang at once; if they did, the one called longest ago would be tried again. */
const MOST_KEYS = 10_000

export function createCircuit({ timeouts, restMs, now }: CircuitOptions): Circuit {
  const hanging = new LRUCache<string, { count: number; restsUntil: number }>({ max: MOST_KEYS })
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
  }
}
