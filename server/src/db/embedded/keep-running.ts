import { setTimeout as sleep } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'

/** The first pause is short, because most ends are passing; on a disk that stays full, attempts become rare. */
const SHORTEST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/** Starts the server again whenever it ends without being asked to. From outside it is one server. */
export function keepRunning(
  first: Postmaster,
  launchAgain: () => Promise<Postmaster>,
  report: (sentence: string) => void,
): Postmaster {
  const stopping = new AbortController()
  let running: Postmaster | undefined = first
  const exited = (async () => {
    let pause = SHORTEST_PAUSE_MS
    for (;;) {
      const began = performance.now()
      await running?.exited
      if (stopping.signal.aborted) return
      if (performance.now() - began > LONGEST_PAUSE_MS) pause = SHORTEST_PAUSE_MS
      report(
        `The embedded PostgreSQL is not running. It is started again in ${pause / 1_000} s; requests get 503 until then`,
      )
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
      running = await launchAgain().catch(error => {
        report((error as Error).message)
        return undefined
      })
      if (running !== undefined) report('The embedded PostgreSQL is running again')
      // It was asked to stop while it started.
      if (stopping.signal.aborted) await running?.stop()
    }
  })()
  return {
    exited,
    async stop() {
      stopping.abort()
      await running?.stop()
      await exited
    },
  }
}
