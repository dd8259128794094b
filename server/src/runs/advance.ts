import type { RunStatus } from '@millrace/contract/run'
import { faultPoint } from '#base/fault-point.ts'
import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import { type StepTable, unlimited } from '#steps/step.ts'
import type { Places } from '#venues/places.ts'
import type { Catalogue } from '#workflows/catalogue.ts'
import type { CompiledVersion } from '#workflows/compile.ts'
import type { RunToAdvance } from './advance-job.ts'
import { commitWalked } from './commit-walked.ts'
import { exitChanged } from './exit-changed.ts'
import { listen } from './listen.ts'
import { loadAllowances } from './load-allowances.ts'
import { loadGuests } from './load-guests.ts'
import { loadPastRuns } from './load-past-runs.ts'
import { type LoadedRun, loadRuns } from './load-runs.ts'
import { readClock } from './read-clock.ts'
import { savepoint } from './savepoint.ts'
import type { UnsubscribeUrl } from './unsubscribe-url.ts'
import { failure, type Surroundings, versionOf, type Walked, walk } from './walk.ts'
import { StaleRuns } from './write-runs.ts'

export interface Engine {
  readonly catalogue: Catalogue
  readonly places: Places
  readonly steps: StepTable
  readonly queue: Pick<Queue, 'enqueue'>
  readonly unsubscribeUrl: UnsubscribeUrl
}

/** Where a run got to, and whether it left something for the channels. */
export interface Advanced {
  readonly status: RunStatus
  readonly sends: boolean
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
): Promise<Advanced[]> {
  faultPoint('advance:claimed')
  const wanted = [...new Map(toAdvance.map(run => [`${run.run_id} ${run.sequence}`, run])).values()]
  // Sent together: one round trip.
  const [now, runs, guests, places] = await Promise.all([
    readClock(tx),
    loadRuns(tx, wanted),
    loadGuests(tx, wanted),
    engine.places.find(
      tx,
      wanted.map(run => run.organisation_id),
    ),
  ])
  if (runs.length === 0) return []
  const versions = await engine.catalogue.versions(tx, runs.map(versionOf))
  const surroundings: Surroundings = {
    versions,
    guests,
    places,
    now,
    steps: engine.steps,
    unsubscribeUrl: engine.unsubscribeUrl,
    ...(await loadNeeds(tx, runs, { versions, places, now })),
  }
  faultPoint('advance:loaded')
  let walked = walk(runs, surroundings)
  await settle()
  const refused = await savepoint(tx, () => write(tx, engine, walked, surroundings))
  if (refused !== undefined) walked = await advanceEach(runs, tx, engine, surroundings)
  faultPoint('advance:written')
  return walked.map(({ result }) => ({
    status: result.run.status,
    sends: result.effects.some(({ effect }) => effect.type === 'message' && !effect.message.kept),
  }))
}

/** What only some workflows need; most batches ask nothing here. */
async function loadNeeds(
  tx: Sql,
  runs: readonly LoadedRun[],
  { versions, places, now }: Pick<Surroundings, 'versions' | 'places' | 'now'>,
): Promise<Pick<Surroundings, 'allowances' | 'pastRuns'>> {
  const compiled = [...versions.values()].filter((version): version is CompiledVersion => 'nodes' in version)
  const pastRuns = [...new Set(compiled.flatMap(version => version.needs.pastRuns))]
  const [allowances, past] = await Promise.all([
    compiled.some(version => version.needs.allowance) ? loadAllowances(tx, runs, places, now) : noLimits,
    loadPastRuns(tx, pastRuns.length === 0 ? [] : runs, pastRuns),
  ])
  return { allowances, pastRuns: past }
}

const noLimits = {
  sent: new Map<string, typeof unlimited.sent>(),
  left: new Map<string, typeof unlimited.left>(),
}

async function write(
  tx: Sql,
  { queue, catalogue }: Engine,
  walked: readonly Walked[],
  surroundings: Surroundings,
): Promise<void> {
  await commitWalked(tx, walked, surroundings)
  await listen(tx, queue, walked, surroundings)
  await exitChanged(tx, catalogue, walked, surroundings)
}

async function advanceEach(
  runs: readonly LoadedRun[],
  tx: Sql,
  engine: Engine,
  surroundings: Surroundings,
): Promise<Walked[]> {
  const done: Walked[] = []
  for (const run of runs) {
    // Read again: an earlier run of this guest may have been written, or refused, since.
    const guests = await loadGuests(tx, [{ organisation_id: run.organisationId, run_id: run.id }])
    const needs = await loadNeeds(tx, [run], surroundings)
    const around = { ...surroundings, ...needs, guests }
    const walked = walk([run], around)
    const refused = await savepoint(tx, () => write(tx, engine, walked, around))
    if (refused === undefined) done.push(...walked)
    else if (!(refused instanceof StaleRuns)) {
      const error = { code: 'not_storable', message: refused.message, node_id: run.nodeId } as const
      const failedRun = { run, result: failure(run, error) }
      await commitWalked(tx, [failedRun], around)
      done.push(failedRun)
    }
  }
  return done
}
