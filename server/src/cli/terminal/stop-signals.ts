import { exitCodes } from './failure.ts'

/**
 * A Ctrl-C under npm arrives twice, from the terminal and from npm, which passes it on; so what follows at once is
 * the same wish. A second Ctrl-C later means: stop at once.
 */
const SAME_WISH = 500

/** Resolves with the first signal to stop. From then on, another one ends the process on the spot. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise(resolve => {
    let first: number | undefined
    const received = (signal: NodeJS.Signals) => {
      if (first === undefined) {
        first = performance.now()
        resolve(signal)
      } else if (performance.now() - first > SAME_WISH) {
        process.exit(exitCodes.interrupted)
      }
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, received)
  })
}
