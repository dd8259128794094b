import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How long the event loop of this process was held at most while something was under way, in milliseconds: by the
 * clock, and by the time that the processor worked for this thread between two turns of the loop. Only the second is
 * the same on a busy machine.
 */
export async function longestStretch(
  work: () => Promise<unknown>,
): Promise<{ clock: number; worked: number }> {
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  histogram.enable()
  let worked = 0
  let before = process.threadCpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    worked = Math.max(worked, (user + system) / 1_000)
    before = process.threadCpuUsage()
  }, 1)
  try {
    await work()
    await sleep(5)
  } finally {
    clearInterval(timer)
    histogram.disable()
  }
  return { clock: histogram.max / 1_000_000, worked }
}

/** Nobody is to wait for one request of someone else: the longest that it may hold the process. */
export const LONGEST_HOLD_MS = 50

const ATTEMPTS = 5

/**
 * How long the processor worked for one request at a time, in milliseconds: the least of some attempts, until one is
 * short enough. What the request itself takes is in each of them; what is compiled at its first use is not, nor is a
 * collection of what other tests in this process left, nor what prepares it.
 */
export async function leastHold(request: () => Promise<unknown>): Promise<number>
export async function leastHold<T>(
  request: (prepared: T) => Promise<unknown>,
  prepare: () => T,
): Promise<number>
export async function leastHold<T>(
  request: (prepared?: T) => Promise<unknown>,
  prepare?: () => T,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && least >= LONGEST_HOLD_MS; attempt++) {
    const prepared = prepare?.()
    const { worked } = await longestStretch(() => request(prepared))
    least = Math.min(least, worked)
  }
  return least
}
