import type { WorkflowStatus } from '@millrace/contract/workflow'
import type { StatusRequest } from '@millrace/contract/workflow-management'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { endGuestsInside } from './end-guests-inside.ts'
import { StatusRefused } from './errors.ts'
import { lockWorkflow } from './lock-workflow.ts'
import { refuseTakenSource } from './refuse-taken-source.ts'

/**
 * Without a choice for the guests inside, nothing happens to them: a pause holds them where they are until it is over,
 * and a cancelled workflow lets them finish.
 */
export type StatusChange = StatusRequest & {
  readonly organisationId: string
  readonly workflowId: string
  readonly actor: string
}

/** The possible changes of each status. A draft becomes active by being published; cancelled is final. */
const allowed: Record<WorkflowStatus, readonly WorkflowStatus[]> = {
  draft: ['cancelled'],
  active: ['paused', 'cancelled'],
  paused: ['active', 'cancelled'],
  cancelled: [],
}

/**
 * Pauses, resumes or cancels a workflow: decides whether events start new runs, and what happens to the guests inside.
 * Throws WorkflowNotFound, StatusRefused or SourceTaken.
 */
export async function setWorkflowStatus(tx: Sql, change: StatusChange): Promise<void> {
  const { organisationId, workflowId, status, actor } = change
  const workflow = await lockWorkflow(tx, organisationId, workflowId)
  const inside = insideOf(change)
  const same = workflow.status === status
  // Guests who were held or left to finish can still be ended later.
  if (same && inside !== 'end') return
  if (!same) {
    if (!allowed[workflow.status].includes(status)) throw new StatusRefused(workflow.status, status)
    if (status === 'active') await refuseTakenSource(tx, organisationId, workflowId, workflow)
    await tx.query(
      'UPDATE workflows SET status = $3, updated_at = now() WHERE organisation_id = $1 AND id = $2',
      [organisationId, workflowId, status],
    )
  }
  if (inside === 'end' && workflow.version !== null) {
    const reason = `The workflow was ${status}, and the guests inside were ended.`
    await endGuestsInside(tx, { organisationId, workflowId, upToVersion: workflow.version, reason, actor })
  }
  await recordAudit(tx, organisationId, {
    actor,
    action: `workflow.${status}`,
    subject: workflowId,
    detail: { from: workflow.status, ...(inside === undefined ? {} : { inside }) },
  })
}

function insideOf(change: StatusRequest): 'hold' | 'finish' | 'end' | undefined {
  if (change.status === 'active') return undefined
  return change.inside ?? (change.status === 'paused' ? 'hold' : 'finish')
}
