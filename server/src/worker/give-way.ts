import { setTimeout as delay } from 'node:timers/promises'

/** Who goes first, and who makes room: the lanes have their own workers, but the processors are the same. */
export interface Way {
  /** Goes at once. */
  take<T>(work: () => Promise<T>): Promise<T>
  /** While somebody has taken the way lately: one at a time, and behind those who are on it. */
  give<T>(work: () => Promise<T>): Promise<T>
  /**
   * In the middle of work that gives way: lets those on it go first. Not for long, because they may be waiting for
   * what this work has locked.
   */
  letPass(): Promise<void>
  /** Somebody has taken it lately. */
  readonly busy: boolean
}

const LATELY_MS = 250
const LET_PASS_MS = 25

export function createWay(now: () => number): Way {
  let takenAt = Number.NEGATIVE_INFINITY
  let last: Promise<unknown> = Promise.resolve()
  const taking = new Set<Promise<unknown>>()
  const busy = () => now() - takenAt <= LATELY_MS
  return {
    get busy() {
      return busy()
    },
    async letPass() {
      if (taking.size === 0) return
      const enough = new AbortController()
      const longEnough = delay(LET_PASS_MS, undefined, { signal: enough.signal }).catch(() => {})
      await Promise.race([Promise.allSettled(taking), longEnough])
      enough.abort()
    },
    take(work) {
      takenAt = now()
      const mine = work().finally(() => taking.delete(mine))
      taking.add(mine)
      return mine
    },
    give(work) {
      const mine = !busy() ? work() : last.then(() => Promise.allSettled(taking)).then(work)
      last = Promise.allSettled([last, mine])
      return mine
    },
  }
}
