import type { WorkflowRun } from '@millrace/contract/run'

/** A run as the API tells it: the columns, and the names they have there. */
export const runColumns = `id, workflow_id, workflow_version, guest_id, event_id, trigger, bypassed, status, outcome,
  outcome_reason, node_id, waiting_for, resumes_at, error, created_at, started_at, finished_at`

export interface RunRow {
  id: string
  workflow_id: string
  workflow_version: number
  guest_id: string
  event_id: string | null
  trigger: WorkflowRun['trigger']
  bypassed: string[]
  status: WorkflowRun['status']
  outcome: WorkflowRun['outcome']
  outcome_reason: string | null
  node_id: string | null
  waiting_for: Record<string, unknown> | null
  resumes_at: Date | null
  error: Record<string, unknown> | null
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
}

export function toRun({ guest_id, node_id, ...row }: RunRow): WorkflowRun {
  return {
    ...row,
    org_reg_id: guest_id,
    organisation_registration_id: guest_id,
    current_node_id: node_id,
    resumes_at: row.resumes_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}
