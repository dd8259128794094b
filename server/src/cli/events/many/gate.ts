import { setTimeout as sleep } from 'node:timers/promises'

/** What everybody waits at while the server asks for time. */
export interface Gate {
  hold(ms: number): void
  /** How long that will be; 0 where nobody waits. */
  opensIn(): number
  /** Rejects when the signal comes first. */
  pass(signal: AbortSignal): Promise<void>
}

export function createGate(): Gate {
  let opensAt = 0
  const opensIn = () => Math.max(0, opensAt - performance.now())
  return {
    hold(ms) {
      opensAt = Math.max(opensAt, performance.now() + ms)
    },
    opensIn,
    async pass(signal) {
      signal.throwIfAborted()
      for (let ms = opensIn(); ms > 0; ms = opensIn()) await sleep(ms, undefined, { signal })
    },
  }
}
