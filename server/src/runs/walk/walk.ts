import type { GuestVisits } from '@millrace/contract/condition/visit-facts'
import { createGiveTurn } from '#base/turns.ts'
import {
  type Allowance,
  type Answers,
  type Clicks,
  type DoneTasks,
  type RunFacts,
  type StepTable,
  type TargetWorkflow,
  unlimited,
} from '#steps/step.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import { type UnreadableVersion, versionId } from '#workflows/catalogue.ts'
import { type CompiledVersion, variablesAt } from '#workflows/compile.ts'
import { type Facts, type GuestFacts, noPastRuns, type PastRuns, type StoredEvent } from '#workflows/facts.ts'
import type { VersionKey } from '#workflows/load-versions.ts'
import { VenueClock } from '#workflows/venue-clock.ts'
import { begun, cancelled, completed, failed, paused, type RunError, type RunState } from '../change/state.ts'
import type { StepRecord } from '../change/write-steps.ts'
import { guestKey } from '../load/load-guests.ts'
import type { LoadedRun } from '../load/load-runs.ts'
import { visitsKey } from '../load/load-visits.ts'
import type { UnsubscribeUrl } from '../unsubscribe/unsubscribe-url.ts'
import { type Transition, transition } from './transition.ts'

/** What a walk reads: the facts that a batch of runs has in common. */
export interface WalkFacts {
  readonly versions: ReadonlyMap<string, CompiledVersion | UnreadableVersion>
  readonly guests: ReadonlyMap<string, GuestFacts>
  readonly organisations: ReadonlyMap<string, OrganisationFacts>
  readonly allowances: Allowances
  /** By guest. */
  readonly pastRuns: ReadonlyMap<string, PastRuns>
  /** By guest and venue (`visitsKey`); only where a version reads them. */
  readonly visits?: ReadonlyMap<string, GuestVisits>
  /** Why runs have to end before their next step, by run: events that came before they listened. */
  readonly exits: ReadonlyMap<string, string>
  /** The events that may have moved runs, by run. */
  readonly came: ReadonlyMap<string, readonly StoredEvent[]>
  /** The tasks of runs that are done, by run. */
  readonly tasks: ReadonlyMap<string, DoneTasks>
  /** The links that were followed, by run. */
  readonly clicks: ReadonlyMap<string, Clicks>
  /** What guests answered, by run. */
  readonly answers: ReadonlyMap<string, Answers>
  /** The workflows that runs may start, by organisation and id. */
  readonly targets: ReadonlyMap<string, ReadonlyMap<string, TargetWorkflow>>
  readonly now: Date
  readonly steps: StepTable
  readonly unsubscribeUrl: UnsubscribeUrl
}

/** What was recently sent and given to guests, by guest, and what is left of the budgets, by organisation. */
export interface Allowances {
  readonly sent: ReadonlyMap<string, Allowance['sent']>
  readonly left: ReadonlyMap<string, Allowance['left']>
  readonly given: ReadonlyMap<string, Allowance['given']>
}

export interface Walked {
  readonly run: LoadedRun
  readonly result: Pick<Transition, 'run' | 'steps' | 'effects'> & { readonly guest?: GuestFacts }
  /** It did not continue, because its workflow is paused. */
  readonly held?: true
  /** No step has seen the resumption of the run: it is kept for when the run continues. */
  readonly unseen?: true
}

export const versionOf = ({
  organisationId,
  workflowId,
  workflowVersion,
}: Pick<LoadedRun, 'organisationId' | 'workflowId' | 'workflowVersion'>): VersionKey => ({
  organisationId,
  workflowId,
  version: workflowVersion,
})

/**
 * Walks runs in the order of their ids: of two runs of one guest the later sees the effects of the earlier. A run that
 * makes the walk throw, through a bug or through unexpected data, fails; the others are not affected.
 *
 * A batch may have hundreds of messages to write, and requests are answered by the same process: between two runs it
 * gives them a turn.
 */
export async function walk(runs: readonly LoadedRun[], walkFacts: WalkFacts): Promise<Walked[]> {
  const walkOne = createWalk(walkFacts)
  const giveTurn = createGiveTurn()
  const walked: Walked[] = []
  for (const run of runs) {
    try {
      walked.push(walkOne(run))
    } catch (error) {
      walked.push(failure(run, 'step_failed', error instanceof Error ? error.message : String(error)))
    }
    const turn = giveTurn()
    if (turn !== undefined) await turn
  }
  return walked
}

function createWalk(walkFacts: WalkFacts): (run: LoadedRun) => Walked {
  const guests = new Map(walkFacts.guests)
  const sent = new Map(walkFacts.allowances.sent)
  const left = new Map(walkFacts.allowances.left)
  const given = new Map(walkFacts.allowances.given)
  return run => {
    if (run.ending !== null) return { run, result: ended(run, run.ending) }
    if (run.held) {
      const result = { run: paused(stateOf(run)), steps: [], effects: [] }
      return { run, result, held: true, unseen: true }
    }
    const exit = walkFacts.exits.get(run.id)
    if (exit !== undefined) return { run, result: exited(run, exit) }
    const version = walkFacts.versions.get(versionId(versionOf(run)))
    const organisation = walkFacts.organisations.get(run.organisationId)
    if (version === undefined || 'unreadable' in version || organisation === undefined) {
      const message =
        version !== undefined && 'unreadable' in version
          ? version.unreadable
          : 'the version of the workflow is gone'
      return failure(run, 'workflow_unreadable', message)
    }
    const facts = factsOf(run, version, { ...walkFacts, guests })
    if (facts === undefined) {
      return failure(run, 'guest_missing', 'the guest no longer exists')
    }
    const runFacts: RunFacts = {
      facts,
      now: walkFacts.now,
      run: {
        id: run.id,
        workflowId: run.workflowId,
        chain: run.chain,
        test: run.input.test === true,
        unsubscribeUrl: channel => walkFacts.unsubscribeUrl(run.organisationId, run.guestId, channel),
      },
      settings: organisation.settings,
      allowance: {
        sent: sent.get(guestKey(run)) ?? unlimited.sent,
        left: left.get(run.organisationId) ?? unlimited.left,
        given: given.get(guestKey(run)) ?? unlimited.given,
      },
      came: walkFacts.came.get(run.id) ?? [],
      tasks: walkFacts.tasks.get(run.id) ?? new Map(),
      clicks: walkFacts.clicks.get(run.id) ?? new Map(),
      answers: walkFacts.answers.get(run.id) ?? new Map(),
      workflows: walkFacts.targets.get(run.organisationId) ?? new Map(),
    }
    const result = transition(version, stateOf(run), run.resumption ?? undefined, runFacts, walkFacts.steps)
    guests.set(guestKey(run), result.guest)
    sent.set(guestKey(run), result.allowance.sent)
    left.set(run.organisationId, result.allowance.left)
    given.set(guestKey(run), result.allowance.given)
    return { run, result }
  }
}

/** A run belongs to the venue that the event that started it names first. undefined: its guest or organisation no longer exists. */
export function factsOf(
  run: Pick<LoadedRun, 'organisationId' | 'guestId' | 'input' | 'memory'>,
  version: CompiledVersion,
  {
    guests,
    organisations,
    pastRuns,
    now,
    visits,
  }: Pick<WalkFacts, 'guests' | 'organisations' | 'pastRuns' | 'now' | 'visits'>,
): Facts | undefined {
  const guest = guests.get(guestKey(run))
  const organisation = organisations.get(run.organisationId)
  if (guest === undefined || organisation === undefined) return undefined
  const [serial] = run.input.serials
  const venue = (serial !== undefined && organisation.venues.get(serial)) || null
  const ofGuest = visits?.get(visitsKey(run))
  return {
    event: run.memory?.event ?? run.input,
    startedBy: run.input,
    guest,
    venue,
    workflow: { name: version.name, variables: variablesAt(version.variables, serial) },
    webhooks: run.memory?.webhooks ?? {},
    tasks: run.memory?.tasks ?? {},
    ...(run.memory?.answers === undefined ? {} : { answers: run.memory.answers }),
    ...(run.memory?.awarded === undefined ? {} : { awarded: run.memory.awarded }),
    pastRuns: pastRuns.get(guestKey(run)) ?? noPastRuns,
    clock: new VenueClock(now, venue?.time_zone ?? organisation.settings.time_zone),
    ...(ofGuest === undefined ? {} : { visits: ofGuest }),
  }
}

/** The run stays where it was, and what it was about to do is undone: a retry starts there again. */
export function failure(run: LoadedRun, code: RunError['code'], message: string): Walked {
  const error = { code, message, node_id: run.nodeId }
  const steps = closed(run, 'failed', { message })
  return { run, result: { run: failed(stateOf(run), error), steps, effects: [] }, unseen: true }
}

/** All runs of its kind were ended by request. */
function ended(run: LoadedRun, reason: string): Walked['result'] {
  const steps = closed(run, 'skipped', { reason: 'cancelled' })
  return { run: cancelled(stateOf(run), reason), steps, effects: [] }
}

/** An event ended it before it listened. */
function exited(run: LoadedRun, reason: string): Walked['result'] {
  const steps = closed(run, 'skipped', { reason: 'exited' })
  return { run: completed(stateOf(run), 'exited', reason), steps, effects: [] }
}

/** The step where the run stood, if any, now closed. */
function closed(run: LoadedRun, status: StepRecord['status'], detail: StepRecord['detail']): StepRecord[] {
  if (run.nodeId === null) return []
  return [{ position: run.stepCount - 1, nodeId: run.nodeId, type: '', status, detail, resumed: true }]
}

const stateOf = ({ status, nodeId, stepCount }: LoadedRun): RunState => ({
  ...begun,
  status,
  nodeId,
  stepCount,
})
