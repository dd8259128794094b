import type { RunStatus } from '@millrace/contract/run'
import { faultPoint } from '#base/fault-point.ts'
import type { Sql } from '#db/sql.ts'
import type { StepTable } from '#steps/step.ts'
import type { Catalogue } from '#workflows/catalogue.ts'
import type { RunToAdvance } from './advance-job.ts'
import { commitWalked } from './commit-walked.ts'
import { loadGuests } from './load-guests.ts'
import { type LoadedRun, loadRuns } from './load-runs.ts'
import { readClock } from './read-clock.ts'
import { savepoint } from './savepoint.ts'
import { failure, type Surroundings, versionOf, type Walked, walk } from './walk.ts'
import { StaleRuns } from './write-runs.ts'

export interface Engine {
  readonly catalogue: Catalogue
  readonly steps: StepTable
}

/**
 * Takes the runs of a batch of jobs as far as they go, in the transaction that also settles the jobs: all of it is
 * committed, or none. A job whose run went on meanwhile has nothing to do. Returns where the runs got to.
 *
 * Should one run's data be something the database refuses, or should somebody have changed a run between reading and
 * writing it, the batch is done once more, run by run: the first fails, visibly, the second is left to whoever was
 * faster, and the others never know. Anything else that goes wrong (a lost connection, a deadlock, a full disk) is no
 * run's fault: it is thrown, and the queue tries again.
 */
export async function advance(
  toAdvance: readonly RunToAdvance[],
  tx: Sql,
  engine: Engine,
  /** Called where all that is left to do is to write. */
  settle: () => Promise<void> = async () => {},
): Promise<RunStatus[]> {
  faultPoint('advance:claimed')
  const wanted = new Map(toAdvance.map(run => [`${run.run_id} ${run.sequence}`, run]))
  // Sent together: one round trip.
  const [now, runs, guests] = await Promise.all([
    readClock(tx),
    loadRuns(tx, [...wanted.values()]),
    loadGuests(tx, [...wanted.values()]),
  ])
  if (runs.length === 0) return []
  const versions = await engine.catalogue.versions(tx, runs.map(versionOf))
  faultPoint('advance:loaded')
  const surroundings: Surroundings = { versions, guests, now, steps: engine.steps }
  let walked = walk(runs, surroundings)
  await settle()
  const refused = await savepoint(tx, () => commitWalked(tx, walked))
  if (refused !== undefined) walked = await advanceEach(runs, tx, surroundings)
  faultPoint('advance:written')
  return walked.map(({ result }) => result.run.status)
}

async function advanceEach(
  runs: readonly LoadedRun[],
  tx: Sql,
  surroundings: Surroundings,
): Promise<Walked[]> {
  const done: Walked[] = []
  for (const run of runs) {
    // Read again: an earlier run of this guest may have been written, or refused, since.
    const guests = await loadGuests(tx, [{ organisation_id: run.organisationId, run_id: run.id }])
    const walked = walk([run], { ...surroundings, guests })
    const refused = await savepoint(tx, () => commitWalked(tx, walked))
    if (refused === undefined) done.push(...walked)
    else if (!(refused instanceof StaleRuns)) {
      const error = { code: 'not_storable', message: refused.message, node_id: run.nodeId } as const
      const failedRun = { run, result: failure(run, error) }
      await commitWalked(tx, [failedRun])
      done.push(failedRun)
    }
  }
  return done
}
