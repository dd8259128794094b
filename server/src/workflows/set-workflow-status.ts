import type { WorkflowStatus } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { StatusRefused } from './errors.ts'
import { lockWorkflow } from './lock-workflow.ts'
import { refuseTakenSource } from './refuse-taken-source.ts'

export interface StatusChange {
  readonly organisationId: string
  readonly workflowId: string
  readonly status: 'active' | 'paused' | 'cancelled'
  readonly actor: string
}

/** Where each status may go. A draft becomes active by being published; cancelled is for good. */
const allowed: Record<WorkflowStatus, readonly WorkflowStatus[]> = {
  draft: ['cancelled'],
  active: ['paused', 'cancelled'],
  paused: ['active', 'cancelled'],
  cancelled: [],
}

/**
 * Pauses, resumes or cancels: decides whether events start new runs. Runs inside are not touched by it.
 * Throws WorkflowNotFound, StatusRefused or SourceTaken.
 */
export async function setWorkflowStatus(tx: Sql, change: StatusChange): Promise<void> {
  const { organisationId, workflowId, status, actor } = change
  const workflow = await lockWorkflow(tx, organisationId, workflowId)
  if (workflow.status === status) return
  if (!allowed[workflow.status].includes(status)) throw new StatusRefused(workflow.status, status)
  if (status === 'active') await refuseTakenSource(tx, organisationId, workflowId, workflow.source)
  await tx.query(
    'UPDATE workflows SET status = $3, updated_at = now() WHERE organisation_id = $1 AND id = $2',
    [organisationId, workflowId, status],
  )
  await recordAudit(tx, organisationId, {
    actor,
    action: `workflow.${status}`,
    subject: workflowId,
    detail: { from: workflow.status },
  })
}
