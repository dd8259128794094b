import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import { createLanes } from './lanes.ts'

/**
 * "Take this run further", for the state it had when that was said. The sequence makes it harmless to hear it twice:
 * a run that went on meanwhile has a higher one.
 */
export interface RunToAdvance {
  readonly organisation_id: string
  readonly run_id: string
  readonly sequence: number
}

/**
 * What stands in the queue. A job names runs of one organisation, as many as came together: storing, claiming and
 * settling a job costs more than all the rest of a run, so runs share them. Run ids and their sequences, in pairs.
 */
export interface AdvanceJob {
  readonly organisation_id: string
  readonly runs: readonly (readonly [runId: string, sequence: number])[]
}

/**
 * Ten share what a job costs as well as fifty would: 110 µs of database a run against 105, and 190 alone. Fewer runs
 * a job allow more jobs a batch (see worker/start-worker.ts), which is what a backlog of jobs of one run needs.
 */
export const MOST_RUNS_A_JOB = 10

/** Of this process, whoever asks. */
const lanes = createLanes(() => performance.now())

/** In the caller's transaction; the statements have been sent when this returns. See `Queue.enqueue`. */
export async function enqueueRuns(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  runs: readonly RunToAdvance[],
): Promise<void> {
  const byLane = Map.groupBy(jobsFor(runs), job => lanes.laneOf(job.organisation_id, job.runs.length))
  await Promise.all([...byLane].map(([lane, jobs]) => queue.enqueue(tx, lane, jobs)))
}

export function jobsFor(runs: readonly RunToAdvance[]): AdvanceJob[] {
  const jobs: AdvanceJob[] = []
  for (const [organisation_id, own] of Map.groupBy(runs, run => run.organisation_id)) {
    for (let at = 0; at < own.length; at += MOST_RUNS_A_JOB) {
      const some = own.slice(at, at + MOST_RUNS_A_JOB)
      jobs.push({ organisation_id, runs: some.map(run => [run.run_id, run.sequence] as const) })
    }
  }
  return jobs
}

export function runsOf(jobs: readonly AdvanceJob[]): RunToAdvance[] {
  return jobs.flatMap(({ organisation_id, runs }) =>
    runs.map(([run_id, sequence]) => ({ organisation_id, run_id, sequence })),
  )
}
