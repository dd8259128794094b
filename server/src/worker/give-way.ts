/** Which lane goes first, and which gives way: the lanes have separate workers, but share the processors. */
export interface Way {
  /** Starts at once. */
  take<T>(work: () => Promise<T>): Promise<T>
  /** While the priority lane was recently busy: one at a time, and behind its work. */
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
