/** Who goes first, and who makes room: the lanes have their own workers, but the processors are the same. */
export interface Way {
  /** Goes at once. */
  take<T>(work: () => Promise<T>): Promise<T>
  /** While somebody has taken the way lately: one at a time, and behind those who are on it. */
  give<T>(work: () => Promise<T>): Promise<T>
}

const LATELY_MS = 250

export function createWay(now: () => number): Way {
  let takenAt = Number.NEGATIVE_INFINITY
  let last: Promise<unknown> = Promise.resolve()
  const taking = new Set<Promise<unknown>>()
  return {
    take(work) {
      takenAt = now()
      const mine = work().finally(() => taking.delete(mine))
      taking.add(mine)
      return mine
    },
    give(work) {
      const free = now() - takenAt > LATELY_MS
      const mine = free ? work() : last.then(() => Promise.allSettled(taking)).then(work)
      last = Promise.allSettled([last, mine])
      return mine
    },
  }
}
