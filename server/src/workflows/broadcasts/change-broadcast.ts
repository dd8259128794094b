import { isSentByHand } from '@millrace/contract/broadcast'
import type { BroadcastState } from '@millrace/contract/sent-broadcast'
import type { BroadcastTrigger, WorkflowDefinition, WorkflowStatus } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { untilActive, WorkflowNotFound } from '../errors.ts'
import { lookSoon } from '../schedules.ts'
import { createBroadcast } from './broadcasts.ts'

export class BroadcastNotFound extends Error {
  override name = 'BroadcastNotFound'
}

/** With what to do instead. */
export class BroadcastRefused extends Error {
  override name = 'BroadcastRefused'
}

interface Change {
  readonly organisationId: string
  readonly workflowId: string
  readonly actor: string
}

/** Sends the live version to the members of its segment, now. Returns the id of the broadcast. */
export async function sendBroadcast(tx: Sql, { organisationId, workflowId, actor }: Change): Promise<string> {
  const { status, trigger } = await holdLive(tx, organisationId, workflowId)
  if (!isSentByHand(trigger.broadcast))
    throw new BroadcastRefused('The broadcast has a time, and is sent then.')
  if (status !== 'active') throw new BroadcastRefused('The workflow is paused. Resume it first.')
  const { rows } = await tx.query(
    `SELECT FROM broadcasts WHERE organisation_id = $1 AND workflow_id = $2 AND state IN ('sending', 'paused')`,
    [organisationId, workflowId],
  )
  if (rows.length > 0)
    throw new BroadcastRefused(
      'A broadcast of this workflow is under way. Wait until it is done, or stop it.',
    )
  const id = (await createBroadcast(
    tx,
    { organisationId, workflowId },
    { segmentId: trigger.broadcast.segment, slot: null, wallTime: null, dueAt: null, sentBy: actor },
  )) as string
  await recordAudit(tx, organisationId, {
    actor,
    action: 'workflow.broadcast_sent',
    subject: workflowId,
    detail: { broadcast: id },
  })
  return id
}

/** What can become of a broadcast. */
const allowed: Readonly<Record<BroadcastState, readonly BroadcastState[]>> = {
  sending: ['paused', 'stopped'],
  paused: ['sending', 'stopped'],
  missed: ['sending'],
  stopped: [],
  done: [],
}

const actions = { paused: 'paused', stopped: 'stopped', sending: 'resumed' } as const

/** Pauses, resumes or stops a broadcast, or sends one that was missed. Nobody starts any longer when it returns. */
export async function setBroadcastState(
  tx: Sql,
  { organisationId, workflowId, actor }: Change,
  broadcastId: string,
  state: 'sending' | 'paused' | 'stopped',
): Promise<void> {
  await requireBroadcast(tx, organisationId, workflowId, broadcastId)
  const { trigger } = await holdLive(tx, organisationId, workflowId)
  const { rows } = await tx.query<{ state: BroadcastState; segment_id: string }>(
    `SELECT state, segment_id FROM broadcasts WHERE organisation_id = $1 AND workflow_id = $2 AND id = $3 FOR UPDATE`,
    [organisationId, workflowId, broadcastId],
  )
  const before = rows[0] as (typeof rows)[number]
  if (before.state === state) return
  if (!allowed[before.state].includes(state))
    throw new BroadcastRefused(
      before.state === 'missed'
        ? 'Nothing of it is being sent.'
        : `The broadcast is ${before.state} already.`,
    )
  if (before.segment_id !== trigger.broadcast.segment)
    throw new BroadcastRefused('The broadcast was for another segment than the live version.')
  await tx.query(
    `UPDATE broadcasts SET state = $3, changed_by = $4, ended_at = CASE WHEN $3 = 'stopped' THEN now() END,
       due_at = CASE WHEN state = 'missed' THEN now() ELSE due_at END,
       wall_time = CASE WHEN state = 'missed' THEN NULL ELSE wall_time END,
       missed = 0, missed_because = NULL
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, broadcastId, state, actor],
  )
  await recordAudit(tx, organisationId, {
    actor,
    action: before.state === 'missed' ? 'workflow.broadcast_sent' : `workflow.broadcast_${actions[state]}`,
    subject: workflowId,
    detail: { broadcast: broadcastId },
  })
}

/** Broadcasts are never deleted, so that it is there when the schedule is held. */
async function requireBroadcast(
  tx: Sql,
  organisationId: string,
  workflowId: string,
  id: string,
): Promise<void> {
  const { rowCount } = await tx.query(
    'SELECT FROM broadcasts WHERE organisation_id = $1 AND workflow_id = $2 AND id = $3',
    [organisationId, workflowId, id],
  )
  if (rowCount === 0) throw new BroadcastNotFound()
}

/**
 * The live version, if it is a broadcast. Its schedule is held until the end of the transaction: a portion that is under way is
 * waited for, and the next one sees the change.
 */
async function holdLive(
  tx: Sql,
  organisationId: string,
  workflowId: string,
): Promise<{ status: WorkflowStatus; trigger: BroadcastTrigger }> {
  const isScheduled = await lookSoon(tx, organisationId, workflowId)
  const { rows } = await tx.query<{ status: WorkflowStatus; definition: WorkflowDefinition | null }>(
    `SELECT w.status, v.definition FROM workflows w
     LEFT JOIN workflow_versions v
       ON v.organisation_id = w.organisation_id AND v.workflow_id = w.id AND v.version = w.version
     WHERE w.organisation_id = $1 AND w.id = $2`,
    [organisationId, workflowId],
  )
  const [live] = rows
  if (live === undefined) throw new WorkflowNotFound(workflowId)
  if (live.status === 'cancelled')
    throw new BroadcastRefused(`The workflow is cancelled. ${untilActive.cancelled}`)
  const trigger = live.definition?.trigger
  if (!isScheduled || trigger === undefined || !('broadcast' in trigger))
    throw new BroadcastRefused(
      'The live version is not a broadcast. Publish it with one as its trigger first.',
    )
  return { status: live.status, trigger }
}
