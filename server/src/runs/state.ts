import type { RunOutcome, RunStatus } from '@millrace/contract/run'

/**
 * A run is one guest's way through one version of one workflow.
 *
 * It begins **queued**, stored in the same transaction as its first job. `transition` walks it, node after node,
 * until it ends, fails, or has to wait; so between two transactions a run is never in the middle of a step.
 *
 * A **waiting** run stands at the node it waits at, with `resumes_at`; it has no job. When the time comes, it turns
 * **running** and gets a job, in one transaction (wake-due); the walk then goes on from that node.
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
 * **paused** is kept for runs whose workflow is paused.
 *
 * Every change adds one to `sequence`. A job carries the sequence it was made for, and every write names the
 * sequence it read: whoever comes late, twice, or back from being frozen finds another number and changes nothing.
 */
export interface RunState {
  readonly status: RunStatus
  readonly outcome: RunOutcome | null
  readonly outcomeReason: string | null
  /** Where it stands; null before the first step. */
  readonly nodeId: string | null
  /** How many steps it has taken: the position of the next one. */
  readonly stepCount: number
  readonly waitingFor: WaitingFor | null
  readonly resumesAt: Date | null
  readonly error: RunError | null
}

export interface WaitingFor {
  readonly type: 'time'
  readonly until: string
}

/** Why a run failed, for the person who has to mend it. */
export interface RunError {
  readonly code: 'step_failed' | 'workflow_unreadable' | 'guest_missing' | 'not_storable'
  readonly message: string
  readonly node_id: string | null
}

export const finalStatuses: readonly RunStatus[] = ['completed', 'failed', 'cancelled']

export const isFinal = (status: RunStatus) => finalStatuses.includes(status)

const atRest = { waitingFor: null, resumesAt: null }

export function waiting(state: RunState, until: Date): RunState {
  return {
    ...state,
    status: 'waiting',
    waitingFor: { type: 'time', until: until.toISOString() },
    resumesAt: until,
  }
}

export function completed(state: RunState, outcome: RunOutcome, outcomeReason: string | null): RunState {
  return { ...state, ...atRest, status: 'completed', outcome, outcomeReason }
}

export function failed(state: RunState, error: RunError): RunState {
  return { ...state, ...atRest, status: 'failed', error }
}
