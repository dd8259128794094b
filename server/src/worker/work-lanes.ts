import type { Handler, Queue } from '#queue/queue.ts'
import { type AdvanceJob, MOST_RUNS_A_JOB, runsOf } from '#runs/advance-job.ts'
import { createWay } from './give-way.ts'

/**
 * Jobs have up to ten runs, so a transaction has at most a thousand runs; and at least a hundred with a backlog of jobs
 * of one run each, which took twice the work in batches of twenty. Two in flight: while the database works on one, the
 * process prepares the other.
 */
const ADVANCE = { batchSize: 100, concurrency: 2 }
/** Of a batch of the slow lane while the fast one is in use: what comes there meanwhile shares the processors with the rest of it. */
const RUNS_BEHIND = 200

/** Works on both lanes, the slow one behind the fast one. */
export function workLanes(queue: Queue, advanceJobs: Handler<AdvanceJob>): void {
  const way = createWay(() => performance.now())
  /** As in the last batch. */
  let runsInAJob = MOST_RUNS_A_JOB
  const behind = {
    ...ADVANCE,
    get batchSize() {
      if (!way.isTaken()) return ADVANCE.batchSize
      return Math.min(ADVANCE.batchSize, Math.ceil(RUNS_BEHIND / runsInAJob))
    },
  }
  queue.work<AdvanceJob>('fast', ADVANCE, (...given) => way.take(() => advanceJobs(...given)))
  queue.work<AdvanceJob>('slow', behind, (jobs, settling) => {
    runsInAJob = runsOf(jobs).length / jobs.length
    return way.give(() => advanceJobs(jobs, settling))
  })
}
