import { Overloaded } from '#base/overloaded.ts'

/**
 * Runs a limited number of tasks at a time, and lets a limited number wait. Further ones are refused with
 * `Overloaded` at once.
 */
export function createTurns({ most, longestQueue }: { most: number; longestQueue: number }) {
  const waiting: (() => void)[] = []
  let underWay = 0

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (underWay >= most) {
      if (waiting.length >= longestQueue) throw new Overloaded()
      await new Promise<void>(resolve => waiting.push(resolve))
    } else underWay++
    try {
      return await work()
    } finally {
      // A finished task passes its turn to the next one; only when none waits is it released.
      const next = waiting.shift()
      if (next === undefined) underWay--
      else next()
    }
  }
}
