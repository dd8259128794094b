/** A turn of the event loop that has time for all it has to do takes less. */
const LONGEST_TURN_MS = 20

export interface AfterIo {
  /** Calls `work`, which must not throw, when what has arrived in this turn of the event loop was read. */
  add(work: () => void): void
  /**
   * To be called whenever something has arrived. While a thousand connections have something to read, libuv reads for up to 48,000 of
   * them before anything else has its turn, which was four seconds in which a crowd was refused and nothing was stored. So who comes by
   * sees to what has waited for too long.
   */
  comeBy(): void
}

export function createAfterIo(now: () => number = () => performance.now()): AfterIo {
  let waiting: (() => void)[] = []
  let since = 0

  function begin(): void {
    const all = waiting
    waiting = []
    for (const work of all) work()
  }

  return {
    add(work) {
      if (waiting.push(work) > 1) return
      since = now()
      setImmediate(begin)
    },
    comeBy() {
      if (waiting.length > 0 && now() - since > LONGEST_TURN_MS) begin()
    },
  }
}

/** Of this process, which has one event loop. */
export const afterIo = createAfterIo()
