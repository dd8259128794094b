import { type Limit, pause } from './limit.ts'

/** Where the calls of one client wait when the server has asked for a pause. */
export interface Hold {
  extend(ms: number): void
  /**
   * Waits until the pause is over. A call with less time than that continues at once, and gets the server's own
   * refusal.
   */
  pass(limit: Limit): Promise<void>
}

export function createHold(): Hold {
  let end = 0
  const remaining = () => end - performance.now()
  return {
    extend(ms) {
      end = Math.max(end, performance.now() + ms)
    },
    async pass(limit) {
      for (let ms = remaining(); ms > 0 && ms < limit.remainingMs(); ms = remaining()) {
        await pause(ms, limit.signal)
      }
    },
  }
}
