import { Overloaded } from '#base/batcher.ts'

/**
 * Lets only so many pieces of work be under way at a time, and so many wait for their turn. Whoever comes on top of
 * that is refused with `Overloaded`, at once.
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
      // A turn goes from hand to hand; only when nobody waits is it given back.
      const next = waiting.shift()
      if (next === undefined) underWay--
      else next()
    }
  }
}
