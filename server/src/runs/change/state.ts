import type { RunOutcome, RunStatus } from '@millrace/contract/run'
import type { WaitingFor } from '#steps/step.ts'

/**
 * A run is one guest's way through one version of one workflow.
 *
 * It begins **queued**, stored in the same transaction as its first job. `transition` walks it, node after node,
 * until it ends, fails, or has to wait; so between two transactions a run is never in the middle of a step.
 *
 * A **waiting** run stands at the node it waits at; it has no job. When the time of `resumes_at` comes, or an event it
 * listens for, or the answer about its message, it turns **running** with a `resumption` that says which, and gets a
 * job, in one transaction; the walk then continues from that node. The first to come wakes it.
 *
 * It comes to rest **completed**, with an outcome that the workflow decided; **failed**, which is always a technical
 * fault, with an error; or **cancelled** by a person. These three are final.
 *
 *     queued ─┐                     ┌─▶ completed (outcome success, failure or exited)
 *             ├─▶ transition ───────┼─▶ failed (error)
 *     running ┘        │            │
 *        ▲             ▼            │
 *        └───────── waiting ────────┴─▶ cancelled, which queued and running may become too
 *
 * While its workflow is paused a run is held: it is shown as **paused**, and takes that status when it would have
 * continued. When the workflow continues, so does the run, from where it stood.
 *
 * A failed run may be retried from the step that failed.
 *
 * Every change adds one to `sequence`. A job carries the sequence it was made for, and every write names the
 * sequence it read: a write that comes late, twice, or from a process that was frozen finds another number and changes
 * nothing.
 *
 * Only the files of this folder change runs, their steps, and what they listen for (`watches`):
 *
 * - `insert-runs` stores them, queued;
 * - `write-runs`, `write-steps` and `write-watches` write where a walk got to: the one hot path, a statement a table
 *   for a whole batch;
 * - `wake-runs` lets those continue that wait or are held;
 * - `end-runs` ends them from outside, with all that belongs to them;
 * - `retry-failed` gives a failed one another try;
 * - `erase-runs` takes a guest out of them, and `delete-runs` deletes what is old.
 *
 * Everything else says which runs and why, and calls one of these.
 */
export interface RunState {
  readonly status: RunStatus
  readonly outcome: RunOutcome | null
  readonly outcomeReason: string | null
  /** The node where it stands; null before the first step. */
  readonly nodeId: string | null
  /** How many steps it has taken: the position of the next one. */
  readonly stepCount: number
  readonly waitingFor: WaitingFor | null
  readonly resumesAt: Date | null
  readonly error: RunError | null
}

/** A run that has taken no step. */
export const begun: RunState = {
  status: 'queued',
  outcome: null,
  outcomeReason: null,
  nodeId: null,
  stepCount: 0,
  waitingFor: null,
  resumesAt: null,
  error: null,
}

/** Why a run failed, for the person who has to fix it. */
export interface RunError {
  /** `step_failed`, `workflow_unreadable`, `guest_missing`, `not_storable`, or the code from a step or a receiver. */
  readonly code: string
  readonly message: string
  readonly node_id: string | null
}

export const finalStatuses: readonly RunStatus[] = ['completed', 'failed', 'cancelled']

export const isFinal = (status: RunStatus) => finalStatuses.includes(status)

const atRest = { waitingFor: null, resumesAt: null }

export function waiting(state: RunState, waitingFor: WaitingFor, resumesAt: Date | null): RunState {
  return { ...state, status: 'waiting', waitingFor, resumesAt }
}

export function completed(state: RunState, outcome: RunOutcome, outcomeReason: string | null): RunState {
  return { ...state, ...atRest, status: 'completed', outcome, outcomeReason }
}

export function failed(state: RunState, error: RunError): RunState {
  return { ...state, ...atRest, status: 'failed', error }
}

export function cancelled(state: RunState, outcomeReason: string): RunState {
  return { ...state, ...atRest, status: 'cancelled', outcomeReason }
}

/** Held where it is, with the resumption it has received. */
export function paused(state: RunState): RunState {
  return { ...state, ...atRest, status: 'paused' }
}
