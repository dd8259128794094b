import type { Job, ReplayRequest } from '@millrace/contract/job'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import type { Catalogue } from '#workflows/catalogue.ts'
import { lockWorkflow } from '#workflows/lock-workflow.ts'
import { JobRefused } from '../errors.ts'
import { storeJob } from '../jobs.ts'
import { activeWorkflow } from './consider.ts'
import { readRange } from './range.ts'

export interface Replay {
  readonly since: string
  readonly until: string
  /** Runs a minute. */
  readonly pace: number
}

export interface ReplayStart extends ReplayRequest {
  readonly organisationId: string
  readonly workflowId: string
  readonly actor: string
}

const USUAL_PACE = 600

/**
 * Starts a replay. There is one at a time for each workflow: a second request gets the first replay. Throws
 * WorkflowNotFound, JobRefused.
 */
export async function startReplay(
  tx: Sql,
  { catalogue }: { catalogue: Catalogue },
  start: ReplayStart,
): Promise<Job> {
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
  if (running) throw new JobRefused('A replay through this workflow is under way; cancel it first.')
  const request: Replay = { ...readRange(start, now), pace }
  const progress = { event_id: null, events: 0, runs: 0, skipped: {} }
  const replay = await storeJob(tx, {
    organisationId,
    workflowId,
    kind: 'push',
    request,
    progress,
    actor,
  })
  const detail = { workflow_id: workflowId, ...request }
  await recordAudit(tx, organisationId, { actor, action: 'push.started', subject: replay.id, detail })
  return replay
}
