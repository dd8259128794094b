export interface Repeated {
  readonly name: string
  readonly everyMs: number
  /** Work that nothing waits for starts after its first pause: right after the start, connections are for requests. */
  readonly unhurried?: true
  readonly logger: { error(detail: { readonly err: unknown }, sentence: string): void }
  /** Resolves with true when it should run again at once. */
  run(): Promise<boolean | undefined>
}

export interface Repeating {
  /** Schedules the next turn in a moment, before its time; also when a turn is running by then. */
  soon(): void
  /** Schedules it at once. */
  now(): void
  stop(): Promise<void>
}

const SOON_MS = 15

/**
 * Runs something at once and then repeatedly, never twice at a time, with the pause counted from the end of the
 * previous turn. A failure is logged, and the next turn runs as usual: the database may be back by then.
 */
export function repeat({ name, everyMs, unhurried, logger, run }: Repeated): Repeating {
  let stopped = false
  let asked = false
  let wake = () => {}
  const ended = loop()

  async function loop(): Promise<void> {
    if (unhurried) await pause()
    while (!stopped) {
      asked = false
      const again = await run().catch(error => {
        logger.error({ err: error }, `${name} failed`)
        return false
      })
      if (!again && !asked && !stopped) await pause()
    }
  }

  function pause(): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, everyMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function now(): void {
    asked = true
    wake()
  }

  return {
    now,
    soon() {
      setTimeout(now, SOON_MS)
    },
    stop() {
      stopped = true
      wake()
      return ended
    },
  }
}
