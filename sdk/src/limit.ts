/** A time after which something ends, or earlier if the outer signal says so. */
export interface Limit {
  /** Aborted with the error of the limit, or with the reason of the outer signal. */
  readonly signal: AbortSignal
  remainingMs(): number
  /** Call it at the end: it leaves neither a timer nor a listener on the outer signal. */
  close(): void
}

/** setTimeout fires at once for a longer time. */
const LONGEST_TIMER = 2 ** 31 - 1

export function openLimit(ms: number, outer: AbortSignal | undefined, whenOver: () => Error): Limit {
  const controller = new AbortController()
  const end = performance.now() + ms
  const follow = () => controller.abort(outer?.reason)
  if (outer?.aborted) follow()
  else outer?.addEventListener('abort', follow)
  const timer = ms > LONGEST_TIMER ? undefined : setTimeout(() => controller.abort(whenOver()), ms)
  return {
    signal: controller.signal,
    remainingMs: () => end - performance.now(),
    close() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', follow)
    },
  }
}

/** The promise, unless the signal is first. The work behind the promise continues. */
export function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>(resolve => {
    timer = setTimeout(resolve, Math.min(ms, LONGEST_TIMER))
  })
  return orAbort(over, signal).finally(() => clearTimeout(timer))
}
