import { type Allowance, type StepTable, unlimited } from '#steps/step.ts'
import type { Place } from '#venues/places.ts'
import { type UnreadableVersion, versionId } from '#workflows/catalogue.ts'
import { type CompiledVersion, variablesAt } from '#workflows/compile.ts'
import { type Facts, type GuestFacts, noPastRuns, type PastRuns } from '#workflows/facts.ts'
import type { VersionKey } from '#workflows/load-versions.ts'
import { guestKey } from './load-guests.ts'
import type { LoadedRun } from './load-runs.ts'
import { cancelled, failed, paused, type RunError, type RunState } from './state.ts'
import { type Surrounding, type Transition, transition } from './transition.ts'
import type { UnsubscribeUrl } from './unsubscribe-url.ts'

/** What a batch of runs has in common. */
export interface Surroundings {
  readonly versions: ReadonlyMap<string, CompiledVersion | UnreadableVersion>
  readonly guests: ReadonlyMap<string, GuestFacts>
  readonly places: ReadonlyMap<string, Place>
  readonly allowances: Allowances
  /** By guest. */
  readonly pastRuns: ReadonlyMap<string, PastRuns>
  readonly now: Date
  readonly steps: StepTable
  readonly unsubscribeUrl: UnsubscribeUrl
}

/** What was sent to guests lately, by guest, and what is left of the budgets, by organisation. */
export interface Allowances {
  readonly sent: ReadonlyMap<string, Allowance['sent']>
  readonly left: ReadonlyMap<string, Allowance['left']>
}

export interface Walked {
  readonly run: LoadedRun
  readonly result: Pick<Transition, 'run' | 'steps' | 'effects'> & { readonly guest?: GuestFacts }
  /** It did not go on, because its workflow is paused. */
  readonly held?: true
}

export const versionOf = ({ organisationId, workflowId, workflowVersion }: LoadedRun): VersionKey => ({
  organisationId,
  workflowId,
  version: workflowVersion,
})

/** Walks runs in the order of their ids: of two runs of one guest the later sees what the earlier did. */
export function walk(runs: readonly LoadedRun[], surroundings: Surroundings): Walked[] {
  const guests = new Map(surroundings.guests)
  const sent = new Map(surroundings.allowances.sent)
  const left = new Map(surroundings.allowances.left)
  return runs.map(run => {
    if (run.ending !== null) return { run, result: ended(run, run.ending) }
    if (run.held) return { run, result: { run: paused(stateOf(run)), steps: [], effects: [] }, held: true }
    const version = surroundings.versions.get(versionId(versionOf(run)))
    const place = surroundings.places.get(run.organisationId)
    if (version === undefined || 'unreadable' in version || place === undefined) {
      const message =
        version !== undefined && 'unreadable' in version
          ? version.unreadable
          : 'the version of the workflow is gone'
      return { run, result: failure(run, { code: 'workflow_unreadable', message, node_id: run.nodeId }) }
    }
    const facts = factsOf(run, version, { ...surroundings, guests })
    if (facts === undefined) {
      const message = 'the guest does not exist any more'
      return { run, result: failure(run, { code: 'guest_missing', message, node_id: run.nodeId }) }
    }
    const surrounding: Surrounding = {
      facts,
      now: surroundings.now,
      run: {
        id: run.id,
        workflowId: run.workflowId,
        unsubscribeUrl: channel => surroundings.unsubscribeUrl(run.organisationId, run.guestId, channel),
      },
      settings: place.settings,
      allowance: {
        sent: sent.get(guestKey(run)) ?? unlimited.sent,
        left: left.get(run.organisationId) ?? unlimited.left,
      },
    }
    const result = transition(
      version,
      stateOf(run),
      run.resumption ?? undefined,
      surrounding,
      surroundings.steps,
    )
    guests.set(guestKey(run), result.guest)
    sent.set(guestKey(run), result.allowance.sent)
    left.set(run.organisationId, result.allowance.left)
    return { run, result }
  })
}

/** A run takes place at the venue that its event names first. undefined: its guest or organisation is gone. */
export function factsOf(
  run: Pick<LoadedRun, 'organisationId' | 'guestId' | 'input' | 'memory'>,
  version: CompiledVersion,
  { guests, places, pastRuns }: Pick<Surroundings, 'guests' | 'places' | 'pastRuns'>,
): Facts | undefined {
  const guest = guests.get(guestKey(run))
  const place = places.get(run.organisationId)
  if (guest === undefined || place === undefined) return undefined
  const [serial] = run.input.serials
  return {
    event: run.input,
    guest,
    venue: (serial !== undefined && place.venues.get(serial)) || null,
    workflow: { name: version.name, variables: variablesAt(version.variables, serial) },
    webhooks: run.memory?.webhooks ?? {},
    pastRuns: pastRuns.get(guestKey(run)) ?? noPastRuns,
  }
}

/** The run stays where it was and took no step; only the error is new. */
export function failure(run: LoadedRun, error: RunError): Walked['result'] {
  return { run: failed(stateOf(run), error), steps: [], effects: [] }
}

/** Somebody had all runs of its kind ended. */
function ended(run: LoadedRun, reason: string): Walked['result'] {
  const stood = run.nodeId !== null
  const step = {
    position: run.stepCount - 1,
    nodeId: run.nodeId ?? '',
    type: '',
    status: 'skipped',
    detail: { reason: 'cancelled' },
    resumed: true,
  } as const
  return { run: cancelled(stateOf(run), reason), steps: stood ? [step] : [], effects: [] }
}

function stateOf({ status, nodeId, stepCount }: LoadedRun): RunState {
  return {
    status,
    nodeId,
    stepCount,
    outcome: null,
    outcomeReason: null,
    waitingFor: null,
    resumesAt: null,
    error: null,
  }
}
