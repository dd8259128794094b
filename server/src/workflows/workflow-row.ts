import type { Workflow } from '@millrace/contract/workflow'

/** A workflow as stored in the tables. */
export type WorkflowRow = Omit<Workflow, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date }

export const workflowColumns =
  'id, name, description, status, source, listener, version, created_at, updated_at'

export function toWorkflow(row: WorkflowRow): Workflow {
  return { ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() }
}
