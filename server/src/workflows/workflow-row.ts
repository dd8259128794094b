import type { Workflow } from '@millrace/contract/workflow'

/** A workflow as stored in the tables. */
export type WorkflowRow = Omit<Workflow, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date }

export const workflowColumns =
  'id, name, description, status, source, listener, trigger, version, created_at, updated_at'

/** Whether a workflow is live at one of some venues, or at all of them. `venues` is a parameter; null for any. */
export const isLiveAt = (venues: string) => `(${venues}::text[] IS NULL OR EXISTS (
  SELECT FROM workflow_versions v
  WHERE v.organisation_id = workflows.organisation_id AND v.workflow_id = workflows.id AND v.version = workflows.version
    AND (v.definition #> '{trigger,venues}' IS NULL OR v.definition #> '{trigger,venues}' ?| ${venues})))`

export function toWorkflow(row: WorkflowRow): Workflow {
  return { ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() }
}
