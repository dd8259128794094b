import type { Sql } from '#db/sql.ts'
import type { NewJob, Queue } from '#queue/queue.ts'

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
 * What a job holds: runs of one organisation, as many as came together, each with its sequence. Storing, claiming and
 * settling a job costs more than all the rest of a run, so runs share them.
 */
export type AdvanceJob = readonly (readonly [runId: string, sequence: number])[]

/**
 * Ten share what a job costs as well as fifty would: 110 µs of database a run against 105, and 190 alone. Fewer runs
 * a job allow more jobs a batch (see worker/start-worker.ts), which is what a backlog of jobs of one run needs.
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
