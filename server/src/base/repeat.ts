export interface Repeated {
  readonly name: string
  readonly everyMs: number
  /** What nobody waits for begins after its first pause: right after the start, connections are for requests. */
  readonly unhurried?: true
  readonly logger: { error(detail: { readonly err: unknown }, sentence: string): void }
  /** Resolves with true when it should run again at once. */
  run(): Promise<boolean | undefined>
}

export interface Repeating {
  /** Has the next turn come in a moment, rather than when its time is up; also where one is under way by then. */
  soon(): void
  /** Has it come at once. */
  now(): void
  stop(): Promise<void>
}

const SOON_MS = 15

/**
 * Runs something at once and then again and again, never twice at a time, each time counted from the end of the one
 * before. A failure is logged, and the next turn comes as usual: the database may be back by then.
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
