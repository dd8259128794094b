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
