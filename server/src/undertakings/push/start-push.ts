import type { PushRequest, Undertaking } from '@millrace/contract/undertaking'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import type { Catalogue } from '#workflows/catalogue.ts'
import { lockWorkflow } from '#workflows/lock-workflow.ts'
import { UndertakingRefused } from '../errors.ts'
import { storeUndertaking } from '../undertakings.ts'
import { activeWorkflow } from './consider.ts'
import { readRange } from './range.ts'

export interface Push {
  readonly since: string
  readonly until: string
  /** Runs a minute. */
  readonly pace: number
}

export interface PushStart extends PushRequest {
  readonly organisationId: string
  readonly workflowId: string
  readonly actor: string
}

const USUAL_PACE = 600

/**
 * Starts a push. One at a time for each workflow: who presses twice is told of the first. Throws WorkflowNotFound,
 * UndertakingRefused.
 */
export async function startPush(
  tx: Sql,
  { catalogue }: { catalogue: Catalogue },
  start: PushStart,
): Promise<Undertaking> {
  const { organisationId, workflowId, pace = USUAL_PACE, actor } = start
  await lockWorkflow(tx, organisationId, workflowId)
  await activeWorkflow(tx, catalogue, organisationId, workflowId)
  const { rows } = await tx.query<{ now: Date; running: boolean }>(
    `SELECT now() AS now, EXISTS (
       SELECT FROM undertakings
       WHERE organisation_id = $1 AND workflow_id = $2 AND kind = 'push' AND status = 'running') AS running`,
    [organisationId, workflowId],
  )
  const { now, running } = rows[0] as { now: Date; running: boolean }
  if (running) throw new UndertakingRefused('A push through this workflow is under way; cancel it first.')
  const request: Push = { ...readRange(start, now), pace }
  const progress = { event_id: null, events: 0, runs: 0, skipped: {} }
  const push = await storeUndertaking(tx, {
    organisationId,
    workflowId,
    kind: 'push',
    request,
    progress,
    actor,
  })
  const detail = { workflow_id: workflowId, ...request }
  await recordAudit(tx, organisationId, { actor, action: 'push.started', subject: push.id, detail })
  return push
}
