import type { Retry } from '@millrace/client/source'

/** How long the server has asked everyone to wait, for those who watch. */
export interface Pause {
  note(retry: Retry): void
  /** 0 where nothing waits. */
  remainingMs(): number
}

export function createPause(): Pause {
  let end = 0
  return {
    note({ error: { retryAfterSeconds } }) {
      if (retryAfterSeconds !== undefined) end = Math.max(end, performance.now() + retryAfterSeconds * 1_000)
    },
    remainingMs: () => Math.max(0, end - performance.now()),
  }
}
