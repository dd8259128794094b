import { setImmediate } from 'node:timers/promises'

/** Lets others have a turn of the event loop when this has taken it for long enough. */
export type GiveTurn = () => Promise<void> | undefined

/** Long work asks after each piece, and awaits what it gets: nothing, most of the time. */
export function createGiveTurn(longestMs = 10): GiveTurn {
  let since = performance.now()
  return () => {
    if (performance.now() - since < longestMs) return undefined
    return setImmediate().then(() => {
      since = performance.now()
    })
  }
}
