import { setTimeout as delay } from 'node:timers/promises'

/** Which lane goes first, and which gives way: the lanes have separate workers, but share the processors. */
export interface Way {
  /** Starts at once. */
  take<T>(work: () => Promise<T>): Promise<T>
  /** While the priority lane was recently busy: one at a time, behind its work, and with a pause after each that lasts as long. */
  give<T>(work: () => Promise<T>): Promise<T>
  /** Whether the priority lane was recently busy. */
  isTaken(): boolean
}

const LATELY_MS = 250
/** What took longer was waiting for something else, and not busy. */
const LONGEST_PAUSE_MS = 50

export function createWay(now: () => number, sleep: (ms: number) => Promise<unknown> = delay): Way {
  let takenAt = Number.NEGATIVE_INFINITY
  let last: Promise<unknown> = Promise.resolve()
  const taking = new Set<Promise<unknown>>()
  const isTaken = () => now() - takenAt <= LATELY_MS
  const pauseSince = async (began: number) => {
    if (isTaken()) await sleep(Math.min(LONGEST_PAUSE_MS, now() - began))
  }
  return {
    isTaken,
    take(work) {
      takenAt = now()
      const mine = work().finally(() => taking.delete(mine))
      taking.add(mine)
      return mine
    },
    give(work) {
      if (!isTaken()) {
        const mine = work()
        last = Promise.allSettled([last, mine])
        return mine
      }
      const began = last.then(() => Promise.allSettled(taking)).then(() => now())
      const mine = began.then(work)
      last = Promise.allSettled([mine])
        .then(() => began)
        .then(pauseSince)
      return mine
    },
  }
}
