import type { MissedDecision } from '@millrace/contract/missed'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { WorkflowNotActive } from '../errors.ts'
import { lockWorkflow } from '../lock-workflow.ts'
import { lookSoon } from '../schedules.ts'
import type { MissedPlace } from './missed-rows.ts'

/**
 * Starts guests who were missed, or lets them go: all of them, or some. Those who are to be started are marked, and the worker that
 * starts scheduled runs takes them in portions. A second request finds nobody to decide about. Returns how many occasions it was.
 * Throws WorkflowNotFound and WorkflowNotActive.
 */
export async function decideMissed(
  tx: Sql,
  { organisationId, workflowId }: MissedPlace,
  { decision, guests }: MissedDecision,
  actor: string,
): Promise<number> {
  const { status } = await lockWorkflow(tx, organisationId, workflowId)
  if (decision === 'start' && status !== 'active') throw new WorkflowNotActive(status)
  const change =
    decision === 'start' ? 'UPDATE missed_occasions SET wanted = true' : 'DELETE FROM missed_occasions'
  const { rowCount } = await tx.query(
    `${change} WHERE organisation_id = $1 AND workflow_id = $2 AND NOT wanted
       AND ($3::uuid[] IS NULL OR guest_id = ANY($3))`,
    [organisationId, workflowId, guests ?? null],
  )
  const decided = rowCount ?? 0
  if (decided === 0) return 0
  if (decision === 'start') await lookSoon(tx, organisationId, workflowId)
  const action = decision === 'start' ? 'workflow.missed_started' : 'workflow.missed_let_go'
  await recordAudit(tx, organisationId, {
    actor,
    action,
    subject: workflowId,
    detail: { occasions: decided },
  })
  return decided
}
