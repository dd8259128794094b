import { faultPoint } from '#base/fault-point.ts'
import type { Sql } from '#db/sql.ts'
import type { StepTable } from '#steps/step.ts'
import type { Catalogue } from '#workflows/catalogue.ts'
import type { AdvanceJob } from './advance-job.ts'
import { commitWalked } from './commit-walked.ts'
import { loadGuests } from './load-guests.ts'
import { type LoadedRun, loadRuns } from './load-runs.ts'
import { readClock } from './read-clock.ts'
import { savepoint } from './savepoint.ts'
import { failure, type Surroundings, walk } from './walk.ts'

export interface Engine {
  readonly catalogue: Catalogue
  readonly steps: StepTable
}

/**
 * Takes the runs of a batch of jobs as far as they go, in the transaction that also settles the jobs: all of it is
 * committed, or none. A job whose run went on meanwhile has nothing to do.
 *
 * Should one run's data be something the database refuses, the batch is written once more, run by run, and only
 * that run fails. Anything else that goes wrong (a lost connection, a deadlock, a full disk) is nobody's fault: it
 * is thrown, and the queue tries again.
 */
export async function advance(jobs: readonly AdvanceJob[], tx: Sql, engine: Engine): Promise<void> {
  faultPoint('advance:claimed')
  const wanted = new Map(jobs.map(job => [`${job.run_id} ${job.sequence}`, job]))
  const [now, runs] = await Promise.all([readClock(tx), loadRuns(tx, [...wanted.values()])])
  if (runs.length === 0) return
  const [guests, versions] = await Promise.all([
    loadGuests(tx, runs),
    engine.catalogue.versions(
      tx,
      runs.map(run => ({ ...run, version: run.workflowVersion })),
    ),
  ])
  faultPoint('advance:loaded')
  const surroundings: Surroundings = { versions, guests, now, steps: engine.steps }
  const refused = await savepoint(tx, () => commitWalked(tx, walk(runs, surroundings)))
  if (refused !== undefined) await advanceEach(runs, tx, surroundings)
  faultPoint('advance:written')
}

async function advanceEach(runs: readonly LoadedRun[], tx: Sql, surroundings: Surroundings): Promise<void> {
  for (const run of runs) {
    // Read again: an earlier run of this guest may have been written, or refused, since.
    const guests = await loadGuests(tx, [run])
    const refused = await savepoint(tx, () => commitWalked(tx, walk([run], { ...surroundings, guests })))
    if (refused === undefined) continue
    const error = { code: 'not_storable', message: refused.message, node_id: run.nodeId } as const
    await commitWalked(tx, [{ run, result: failure(run, error) }])
  }
}
