import type { WorkflowRun } from '@millrace/contract/run'

/** For a run r and its workflow w: while the workflow is paused, every run that has not ended is shown as paused. */
export const shownStatus = `CASE WHEN w.status = 'paused' AND r.status IN ('queued', 'running', 'waiting')
  THEN 'paused' ELSE r.status END`

/** A run r of a workflow w in the API: the columns, and their names there. */
export const runColumns = `r.id, r.workflow_id, r.workflow_version, r.guest_id, r.event_id, r.trigger, r.bypassed,
  ${shownStatus} AS status, r.outcome, r.outcome_reason, r.node_id, r.waiting_for, r.resumes_at, r.error, r.created_at,
  r.started_at, r.finished_at`

export const withWorkflow =
  'JOIN workflows w ON w.organisation_id = r.organisation_id AND w.id = r.workflow_id'

/**
 * Whether a run r is at one of some venues: by the event that started it, or, if that names none, by the venues that its
 * version is limited to. `venues` is a parameter; null for any.
 */
export const isAt = (venues: string) => `(${venues}::text[] IS NULL OR CASE
  WHEN coalesce(json_array_length(r.input->'serials'), 0) > 0 THEN EXISTS (
    SELECT FROM json_array_elements_text(r.input->'serials') AS s (serial) WHERE s.serial = ANY(${venues}))
  ELSE EXISTS (
    SELECT FROM workflow_versions v
    WHERE v.organisation_id = r.organisation_id AND v.workflow_id = r.workflow_id AND v.version = r.workflow_version
      AND v.definition #> '{trigger,venues}' <@ to_jsonb(${venues}::text[]))
  END)`

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
