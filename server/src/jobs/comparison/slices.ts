import { setImmediate as nextTurn } from 'node:timers/promises'

/** Meanwhile the process has requests to answer. */
const LONGEST_SLICE_MS = 8

/** Does something with each of many, and lets the process do other things in between. */
export async function inSlices<T>(all: readonly T[], each: (one: T) => void): Promise<void> {
  let slice = performance.now()
  for (const one of all) {
    each(one)
    if (performance.now() - slice > LONGEST_SLICE_MS) {
      await nextTurn()
      slice = performance.now()
    }
  }
}
