import {
  isScheduled,
  type SegmentRule,
  startsMembers,
  type Trigger,
  triggerKind,
} from '@millrace/contract/workflow'
import { believedTime, clockHolds } from '#db/believed-time.ts'
import type { Sql } from '#db/sql.ts'
import { stopBroadcasts } from './broadcasts/broadcasts.ts'
import { BEFORE_ALL } from './due/due.ts'
import { dropMissed } from './missed/missed-rows.ts'
import { dropMoves } from './segments/moves.ts'

/** The schedule of a workflow that the clock starts. */
export interface Schedule {
  readonly organisationId: string
  readonly workflowId: string
  /** What was due before is not considered. */
  readonly since: Date
  readonly progress: ScheduleProgress
  /** The last of those who were in the segment already who was considered; null: all of them were, or none is wanted. */
  readonly membersAfter: string | null
  /** The time of the database. */
  readonly now: Date
}

/** By time zone, or by venue where each has its own. */
export type ScheduleProgress = Readonly<Record<string, ZoneProgress>>

export interface ZoneProgress {
  /** The last day that was considered, and its moment. */
  readonly day: string
  readonly at: string
  /** The last guest of the next day who was considered, while it is under way. */
  readonly after?: string
  /** By the hour: until when guests are considered meanwhile. */
  readonly until?: string
  /** Days were held back until visits arrive again, or are considered again: nothing is late until it has caught up. */
  readonly held?: true
}

/** Workers look at every schedule at least as often: a venue may have moved to another time zone meanwhile. */
export const LOOK_EVERY_SECONDS = 600

/**
 * Called with every publication. A workflow that had a schedule keeps it, so that nobody is due twice or forgotten; one
 * that the clock or this segment did not start before begins now, and so does a broadcast for which another time is chosen. The members of a segment are wanted again with every
 * publication that asks for them: those who were considered have their occasions.
 */
export async function keepSchedule(
  tx: Sql,
  organisationId: string,
  workflowId: string,
  trigger: Trigger,
): Promise<void> {
  if (!isScheduled(trigger)) return dropSchedule(tx, organisationId, workflowId)
  const segment = 'segment' in trigger ? trigger.segment : undefined
  const before = await readSegmentOf(tx, organisationId, workflowId)
  const isSame = before?.id === segment?.id && before?.on === segment?.on
  if (!isSame) await dropMoves(tx, organisationId, workflowId)
  await dropMissed(tx, { organisationId, workflowId }, triggerKind(trigger))
  await tx.query(
    `INSERT INTO schedules (organisation_id, workflow_id, since, due_at, segment_id, segment_on, members_after, broadcast)
     VALUES ($1, $2, now(), now(), $3, $4, $5, $7)
     ON CONFLICT (organisation_id, workflow_id) DO UPDATE SET
       due_at = now(), segment_id = excluded.segment_id, segment_on = excluded.segment_on,
       members_after = excluded.members_after, broadcast = excluded.broadcast,
       since = CASE WHEN $6 AND schedules.broadcast IS NOT DISTINCT FROM excluded.broadcast
                    THEN schedules.since ELSE now() END,
       progress = CASE WHEN $6 AND schedules.broadcast IS NOT DISTINCT FROM excluded.broadcast
                       THEN schedules.progress ELSE '{}' END`,
    [
      organisationId,
      workflowId,
      segment?.id ?? null,
      segment?.on ?? null,
      startsMembers(trigger) ? BEFORE_ALL : null,
      isSame,
      broadcastTimes(trigger),
    ],
  )
  // After the schedule is held: workers hold it first.
  await stopBroadcasts(
    tx,
    { organisationId, workflowId },
    'broadcast' in trigger ? trigger.broadcast.segment : null,
  )
}

/** What decides when it is due. */
function broadcastTimes(trigger: Trigger): string | null {
  if (!('broadcast' in trigger)) return null
  const { once = null, every = null, clock = 'organisation' } = trigger.broadcast
  return JSON.stringify({ once, every, clock })
}

async function readSegmentOf(
  tx: Sql,
  organisationId: string,
  workflowId: string,
): Promise<Pick<SegmentRule, 'id' | 'on'> | undefined> {
  const { rows } = await tx.query<Pick<SegmentRule, 'id' | 'on'>>(
    `SELECT segment_id AS id, segment_on AS on FROM schedules
     WHERE organisation_id = $1 AND workflow_id = $2 AND segment_id IS NOT NULL`,
    [organisationId, workflowId],
  )
  return rows[0]
}

export async function dropSchedule(tx: Sql, organisationId: string, workflowId: string): Promise<void> {
  const { rows } = await tx.query<{ segment_id: string | null; broadcast: object | null }>(
    'DELETE FROM schedules WHERE organisation_id = $1 AND workflow_id = $2 RETURNING segment_id, broadcast',
    [organisationId, workflowId],
  )
  if (rows[0]?.segment_id) await dropMoves(tx, organisationId, workflowId)
  if (rows[0]?.broadcast) await stopBroadcasts(tx, { organisationId, workflowId }, null)
  await dropMissed(tx, { organisationId, workflowId }, null)
}

/**
 * The schedule that has waited longest. One that is due later than any look could have set was set before the clock of
 * the database was put back. One that a segment starts is only looked at while there is something to do.
 */
export async function nextSchedule(tx: Sql): Promise<Schedule | undefined> {
  const { rows } = await tx.query<Schedule>(
    `SELECT organisation_id AS "organisationId", workflow_id AS "workflowId", since, progress,
            members_after AS "membersAfter", clock_timestamp() AS now
     FROM schedules s
     WHERE (due_at <= clock_timestamp() OR due_at > clock_timestamp() + make_interval(secs => $1)) AND ${clockHolds('$2')}
       AND (segment_id IS NULL OR members_after IS NOT NULL OR EXISTS (
         SELECT FROM segment_moves m WHERE m.organisation_id = s.organisation_id AND m.workflow_id = s.workflow_id)
         OR EXISTS (
           SELECT FROM missed_occasions m JOIN workflows w ON w.organisation_id = m.organisation_id AND w.id = m.workflow_id
           WHERE m.organisation_id = s.organisation_id AND m.workflow_id = s.workflow_id AND m.wanted AND w.status = 'active'))
     ORDER BY due_at LIMIT 1 FOR UPDATE`,
    [LOOK_EVERY_SECONDS + 60, believedTime.forClaims()],
  )
  return rows[0]
}

/** Holds it until the end of the transaction, and lets a worker look at it then. false: there is none. */
export async function lookSoon(tx: Sql, organisationId: string, workflowId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE schedules SET due_at = now() WHERE organisation_id = $1 AND workflow_id = $2',
    [organisationId, workflowId],
  )
  return rowCount === 1
}

/** Leaves the progress alone: another process may have carried on meanwhile. */
export async function postponeSchedule(
  tx: Sql,
  { organisationId, workflowId }: Pick<Schedule, 'organisationId' | 'workflowId'>,
  dueAt: Date,
): Promise<void> {
  await tx.query('UPDATE schedules SET due_at = $3 WHERE organisation_id = $1 AND workflow_id = $2', [
    organisationId,
    workflowId,
    dueAt,
  ])
}

export async function saveSchedule(
  tx: Sql,
  { organisationId, workflowId }: Pick<Schedule, 'organisationId' | 'workflowId'>,
  { progress, dueAt }: { readonly progress: ScheduleProgress; readonly dueAt: Date },
): Promise<void> {
  await tx.query(
    'UPDATE schedules SET progress = $3, due_at = $4 WHERE organisation_id = $1 AND workflow_id = $2',
    [organisationId, workflowId, JSON.stringify(progress), dueAt],
  )
}

/** How far it is with those who were in the segment already. */
export async function saveMembers(
  tx: Sql,
  { organisationId, workflowId }: Pick<Schedule, 'organisationId' | 'workflowId'>,
  membersAfter: string | null,
): Promise<void> {
  await tx.query('UPDATE schedules SET members_after = $3 WHERE organisation_id = $1 AND workflow_id = $2', [
    organisationId,
    workflowId,
    membersAfter,
  ])
}
