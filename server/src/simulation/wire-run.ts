import type { SimulationResult } from '@millrace/contract/simulation'
import type { RunState } from '#runs/change/state.ts'

/** A run's state under the names it has on the wire. */
export function toWireRun(state: RunState): NonNullable<SimulationResult['run']> {
  return {
    status: state.status,
    outcome: state.outcome,
    outcome_reason: state.outcomeReason,
    current_node_id: state.nodeId,
    waiting_for: state.waitingFor && { ...state.waitingFor },
    resumes_at: state.resumesAt?.toISOString() ?? null,
    error: state.error && { ...state.error },
  }
}
