import type { RunStatus } from '@millrace/contract/run'
import { faultPoint } from '#base/fault-point.ts'
import type { Transaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import type { Queue, Settling } from '#queue/queue.ts'
import type { StepTable, unlimited } from '#steps/step.ts'
import type { OrganisationFactsCache } from '#venues/organisation-facts.ts'
import { type Catalogue, versionId } from '#workflows/catalogue.ts'
import type { Needs } from '#workflows/compile.ts'
import type { RunToAdvance } from './advance-job.ts'
import { followMerges } from './change/follow-merges.ts'
import { isStale } from './change/write-runs.ts'
import { commitWalked } from './effects/commit-walked.ts'
import { loadAllowances } from './effects/load-allowances.ts'
import { loadGiven } from './effects/load-given.ts'
import { isRefused, savepoint } from './effects/savepoint.ts'
import { startRuns } from './effects/start-runs.ts'
import { loadAnswers } from './load/load-answers.ts'
import { loadClicks } from './load/load-clicks.ts'
import { loadDoneTasks } from './load/load-done-tasks.ts'
import { loadGuests } from './load/load-guests.ts'
import { loadPastRunsFor } from './load/load-past-runs.ts'
import { type LoadedRun, loadRuns } from './load/load-runs.ts'
import { loadTargets, type TargetKey } from './load/load-targets.ts'
import { loadVisitsFor } from './load/load-visits.ts'
import type { MonthsOfRuns, PlaceOfRuns } from './load/months-of-runs.ts'
import { readClock } from './load/read-clock.ts'
import type { UnsubscribeUrl } from './unsubscribe/unsubscribe-url.ts'
import { cameSince } from './waits/came-since.ts'
import { exitChanged } from './waits/exit-changed.ts'
import { listen } from './waits/listen.ts'
import { type LookBackFacts, lookForExits } from './waits/look-back.ts'
import { lockForListening } from './waits/watch-locks.ts'
import { failure, versionOf, type Walked, type WalkFacts, walk } from './walk/walk.ts'

export interface Engine {
  readonly catalogue: Catalogue
  readonly organisations: OrganisationFactsCache
  readonly months: MonthsOfRuns
  readonly steps: StepTable
  readonly queue: Pick<Queue, 'enqueue'>
  readonly unsubscribeUrl: UnsubscribeUrl
}

/** How far a run got, and whether it left a message for the channels. */
export interface Advanced {
  readonly status: RunStatus
  readonly sends: boolean
}

/**
 * Advances the runs of a batch of jobs as far as possible, in a transaction that also settles the jobs: all of it is
 * committed, or none. A job whose run has moved since has nothing to do. Returns how far the runs got.
 *
 * If the database refuses the data of one run, or if a run was changed between reading and writing it, the transaction has no
 * effect, and another one repeats the batch run by run: a refused run fails visibly, a changed run is left to the faster writer,
 * and the other runs are not affected. Any other failure (a lost connection, a deadlock, a full disk) is not the fault of a run:
 * it is thrown, and the queue tries again.
 */
export async function advance(
  toAdvance: readonly RunToAdvance[],
  settling: Settling,
  engine: Engine,
): Promise<Advanced[]> {
  faultPoint('advance:claimed')
  const walked = await settling(async (tx, settle) => {
    const loaded = await load(tx, toAdvance, engine)
    faultPoint('advance:loaded')
    const walked = await walk(loaded.runs, loaded.facts)
    settle()
    await write(tx, engine, loaded, walked)
    faultPoint('advance:written')
    return walked
  }).catch(error => {
    if (!isRefused(error)) throw error
    return settling(async tx => advanceEach(tx, engine, await load(tx, toAdvance, engine)))
  })
  faultPoint('advance:committed')
  return walked.map(({ result }) => ({
    status: result.run.status,
    sends: result.effects.some(({ effect }) => effect.type === 'message' && !effect.message.kept),
  }))
}

interface Loaded {
  readonly place: PlaceOfRuns
  readonly runs: readonly LoadedRun[]
  readonly facts: WalkFacts
}

/** Reads the runs that have not moved, and what decides about them. */
async function load(tx: Sql, toAdvance: readonly RunToAdvance[], engine: Engine): Promise<Loaded> {
  const wanted = [...new Map(toAdvance.map(run => [`${run.run_id} ${run.sequence}`, run])).values()]
  const place = engine.months.placeOf(
    tx,
    wanted.map(run => run.run_id),
  )
  // Sent together: one round trip.
  const [now, asRead, guestsAsRead, organisations] = await Promise.all([
    readClock(tx),
    loadRuns(tx, place, wanted),
    loadGuests(tx, place, wanted),
    engine.organisations.find(
      tx,
      wanted.map(run => run.organisation_id),
    ),
  ])
  const { runs, guests } = await followMerges(tx, place, asRead, guestsAsRead)
  const versions = await engine.catalogue.versionsNow(tx, runs.map(versionOf))
  const loaded = { versions, guests, organisations, now }
  const listening = await beginToListen(tx, runs, versions)
  const needs = await loadNeeds(tx, runs, loaded)
  const facts: WalkFacts = {
    ...loaded,
    ...needs,
    steps: engine.steps,
    unsubscribeUrl: engine.unsubscribeUrl,
    ...(await lookAround(tx, listening, { ...loaded, ...needs })),
  }
  return { place, runs, facts }
}

/**
 * Keeps away events for guests whose runs listen, or are about to, before anything is written: an event also takes this
 * lock first, and then the runs that it wakes or ends. So no event falls between the look back and the listening, and
 * what is read afterwards includes the visits of every event that the look back finds. Returns the runs that listen.
 */
async function beginToListen(
  tx: Sql,
  runs: readonly LoadedRun[],
  versions: WalkFacts['versions'],
): Promise<LoadedRun[]> {
  const listening = runs.filter(run => needsOf(run, versions)?.watches)
  if (listening.length === 0) return []
  await lockForListening(
    tx,
    listening.map(run => run.guestId),
  )
  return listening
}

/** What happened before the runs listened: events that end them or came since they started, tasks that are done, clicks, and answers. */
async function lookAround(
  tx: Sql,
  listening: readonly LoadedRun[],
  facts: LookBackFacts,
): Promise<Pick<WalkFacts, 'exits' | 'came' | 'tasks' | 'clicks' | 'answers'>> {
  if (listening.length === 0)
    return { exits: new Map(), came: new Map(), tasks: new Map(), clicks: new Map(), answers: new Map() }
  const needing = (what: 'tasks' | 'clicks' | 'answers') =>
    listening.filter(run => needsOf(run, facts.versions)?.[what])
  const [exits, came, tasks, clicks, answers] = await Promise.all([
    lookForExits(tx, listening, facts),
    cameSince(tx, listening, facts.versions),
    loadDoneTasks(tx, needing('tasks')),
    loadClicks(tx, needing('clicks')),
    loadAnswers(tx, needing('answers')),
  ])
  return { exits, came, tasks, clicks, answers }
}

/** Facts that only some workflows need; most batches read nothing here. */
async function loadNeeds(
  tx: Sql,
  runs: readonly LoadedRun[],
  { versions, organisations, now }: Pick<WalkFacts, 'versions' | 'organisations' | 'now'>,
): Promise<Pick<WalkFacts, 'allowances' | 'pastRuns' | 'targets' | 'visits'>> {
  const limited = [...versions.values()].some(version => 'needs' in version && version.needs.allowance)
  const targets = runs.flatMap(run => targetsOf(run, versions))
  const counted = runs.filter(run => needsOf(run, versions)?.pointsADay)
  const [allowances, given, pastRuns, found, visits] = await Promise.all([
    limited ? loadAllowances(tx, runs, organisations, now) : noLimits,
    loadGiven(tx, counted, now),
    loadPastRunsFor(tx, runs, versions),
    loadTargets(tx, targets),
    loadVisitsFor(tx, runs, versions),
  ])
  return { allowances: { ...allowances, given }, pastRuns, targets: found, visits }
}

function targetsOf(run: LoadedRun, versions: WalkFacts['versions']): TargetKey[] {
  const starts = needsOf(run, versions)?.starts ?? []
  return starts.map(id => ({ organisationId: run.organisationId, id }))
}

function needsOf(run: LoadedRun, versions: WalkFacts['versions']): Needs | undefined {
  const version = versions.get(versionId(versionOf(run)))
  return version !== undefined && 'needs' in version ? version.needs : undefined
}

const noLimits = {
  sent: new Map<string, typeof unlimited.sent>(),
  left: new Map<string, typeof unlimited.left>(),
}

/** Most batches wait for nothing here: COMMIT follows in the same packet. */
async function write(
  tx: Transaction,
  { queue, catalogue }: Engine,
  { place, facts }: Loaded,
  walked: readonly Walked[],
): Promise<void> {
  if (walked.length === 0) return
  tx.later(commitWalked(tx, place, walked, facts))
  await startRuns(tx, queue, walked)
  await listen(tx, queue, walked, facts)
  await exitChanged(tx, catalogue, walked, facts)
}

async function advanceEach(
  tx: Transaction,
  engine: Engine,
  { runs, place, facts }: Loaded,
): Promise<Walked[]> {
  const done: Walked[] = []
  for (const run of runs) {
    // Read again: an earlier run of this guest may have been written or refused since.
    const guests = await loadGuests(tx, place, [{ organisation_id: run.organisationId, run_id: run.id }])
    const needs = await loadNeeds(tx, [run], facts)
    const factsNow = { ...facts, ...needs, guests }
    const walked = await walk([run], factsNow)
    const refused = await savepoint(tx, part => write(part, engine, { runs, place, facts: factsNow }, walked))
    if (refused === undefined) done.push(...walked)
    else if (!isStale(refused)) {
      const failedRun = failure(run, 'not_storable', refused.message)
      await commitWalked(tx, place, [failedRun], factsNow)
      done.push(failedRun)
    }
  }
  return done
}
