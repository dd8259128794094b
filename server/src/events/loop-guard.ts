import { BoundedMap } from '#base/bounded-map.ts'

/**
 * Stops workflows that trigger themselves by way of another service. Only a workflow that calls a webhook can, and then
 * it starts again and again for the same guest: so its starts are counted for each guest. In memory, for this process:
 * nothing is lost if the count is, and a loop that several processes share is stopped by each of them.
 */
export interface LoopGuard {
  /** Whether it has started for this guest as often as it may within a minute; `more` are under way. */
  isFull(workflowId: string, guestId: string, more: number): boolean
  started(workflowId: string, guestId: string): void
  /** Whether an alert is due: one for each workflow in a while is enough. */
  shouldReport(workflowId: string): boolean
}

/** A till that reports each glass stays far below; a loop reaches it within seconds. */
export const MOST_STARTS_A_MINUTE = 60
const WINDOW_MS = 60_000
const REPORT_EVERY_MS = 10_000
/** Of pairs of guest and workflow; those that started longest ago make room. A loop starts all the time. */
const MOST_KNOWN = 50_000
/** Of workflows with an alert. */
const MOST_REPORTED = 1_000

interface Starts {
  /** When the present window began. */
  from: number
  now: number
  before: number
}

export function createLoopGuard(clock: () => number = () => performance.now()): LoopGuard {
  const known = new BoundedMap<Starts>(MOST_KNOWN)
  const reported = new BoundedMap<number>(MOST_REPORTED)

  const find = (workflowId: string, guestId: string): Starts | undefined => {
    const starts = known.get(`${workflowId}/${guestId}`)
    if (starts === undefined) return undefined
    const windows = Math.floor((clock() - starts.from) / WINDOW_MS)
    if (windows > 0) {
      starts.before = windows === 1 ? starts.now : 0
      starts.now = 0
      starts.from += windows * WINDOW_MS
    }
    return starts
  }

  return {
    isFull(workflowId, guestId, more) {
      const starts = find(workflowId, guestId) ?? { from: clock(), now: 0, before: 0 }
      // The previous window counts for the part of it that is within the last minute.
      const past = 1 - (clock() - starts.from) / WINDOW_MS
      return starts.now + more + starts.before * past >= MOST_STARTS_A_MINUTE
    },
    started(workflowId, guestId) {
      const starts = find(workflowId, guestId)
      if (starts !== undefined) {
        starts.now += 1
        return
      }
      known.set(`${workflowId}/${guestId}`, { from: clock(), now: 1, before: 0 })
    },
    shouldReport(workflowId) {
      const last = reported.get(workflowId)
      if (last !== undefined && clock() - last < REPORT_EVERY_MS) return false
      reported.set(workflowId, clock())
      return true
    },
  }
}
