import { type Limit, pause } from './limit.ts'

/** What the calls of one client wait at while the server asks for time. */
export interface Hold {
  extend(ms: number): void
  /** Waits for its end. A call that has less time than that goes on at once, and gets the server's own refusal. */
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
