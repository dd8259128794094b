import type { StepTable } from '#steps/step.ts'
import { type UnreadableVersion, versionId } from '#workflows/catalogue.ts'
import type { CompiledVersion } from '#workflows/compile.ts'
import type { GuestFacts } from '#workflows/facts.ts'
import type { VersionKey } from '#workflows/load-versions.ts'
import { guestKey } from './load-guests.ts'
import type { LoadedRun } from './load-runs.ts'
import { failed, type RunError, type RunState } from './state.ts'
import { type Transition, transition } from './transition.ts'

/** What a batch of runs has in common. */
export interface Surroundings {
  readonly versions: ReadonlyMap<string, CompiledVersion | UnreadableVersion>
  readonly guests: ReadonlyMap<string, GuestFacts>
  readonly now: Date
  readonly steps: StepTable
}

export interface Walked {
  readonly run: LoadedRun
  readonly result: Pick<Transition, 'run' | 'steps' | 'effects'>
}

export const versionOf = ({ organisationId, workflowId, workflowVersion }: LoadedRun): VersionKey => ({
  organisationId,
  workflowId,
  version: workflowVersion,
})

/** Walks runs in the order of their ids: of two runs of one guest the later sees what the earlier did. */
export function walk(runs: readonly LoadedRun[], surroundings: Surroundings): Walked[] {
  const guests = new Map(surroundings.guests)
  return runs.map(run => {
    const version = surroundings.versions.get(versionId(versionOf(run)))
    const guest = guests.get(guestKey(run))
    if (version === undefined || 'unreadable' in version) {
      const message = version?.unreadable ?? 'the version of the workflow is gone'
      return { run, result: failure(run, { code: 'workflow_unreadable', message, node_id: run.nodeId }) }
    }
    if (guest === undefined) {
      const message = 'the guest does not exist any more'
      return { run, result: failure(run, { code: 'guest_missing', message, node_id: run.nodeId }) }
    }
    const facts = { event: run.input, guest }
    const result = transition(version, stateOf(run), facts, surroundings.now, surroundings.steps)
    guests.set(guestKey(run), result.guest)
    return { run, result }
  })
}

/** The run stays where it was and took no step; only the error is new. */
export function failure(run: LoadedRun, error: RunError): Walked['result'] {
  return { run: failed(stateOf(run), error), steps: [], effects: [] }
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
