import type { Sql } from '#db/sql.ts'
import type { NewJob, Queue } from '#queue/queue.ts'

/**
 * "Advance this run", for the state it had at that moment. The sequence makes a second delivery harmless: a run that
 * has moved since has a higher one.
 */
export interface RunToAdvance {
  readonly organisation_id: string
  readonly run_id: string
  readonly sequence: number
}

/**
 * The content of a job: runs of one organisation that were enqueued together, each with its sequence. Storing, claiming
 * and settling a job costs more than all the rest of a run, so runs share jobs.
 */
export type AdvanceJob = readonly (readonly [runId: string, sequence: number])[]

/**
 * Ten runs share the cost of a job almost as well as fifty: 110 µs of database time a run against 105, and 190 for a
 * job with one run. Fewer runs a job allow more jobs a batch (see worker/work-lanes.ts), which a backlog of jobs with
 * one run needs.
 */
export const MOST_RUNS_A_JOB = 10

/** In the caller's transaction; the statement has been sent when this returns. See `Enqueue`. */
export function enqueueRuns(
  tx: Sql,
  queue: Pick<Queue, 'enqueue'>,
  runs: readonly RunToAdvance[],
): Promise<void> {
  return queue.enqueue(tx, jobsFor(runs))
}

export function jobsFor(runs: readonly RunToAdvance[]): NewJob[] {
  const jobs: NewJob[] = []
  for (const [organisationId, own] of Map.groupBy(runs, run => run.organisation_id)) {
    for (let at = 0; at < own.length; at += MOST_RUNS_A_JOB) {
      const some = own.slice(at, at + MOST_RUNS_A_JOB)
      const data: AdvanceJob = some.map(run => [run.run_id, run.sequence])
      jobs.push({ organisationId, weight: some.length, data })
    }
  }
  return jobs
}

export function runsOf(
  jobs: readonly { readonly organisationId: string; readonly data: AdvanceJob }[],
): RunToAdvance[] {
  return jobs.flatMap(({ organisationId, data }) =>
    data.map(([run_id, sequence]) => ({ organisation_id: organisationId, run_id, sequence })),
  )
}
