import { type Trigger, triggerKind } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'

/** The schedule of a workflow that the clock starts. */
export interface Schedule {
  readonly organisationId: string
  readonly workflowId: string
  /** What was due before is not considered. */
  readonly since: Date
  readonly progress: ScheduleProgress
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
  /** Days were held back until visits arrive again, or are considered again: nothing is late until it has caught up. */
  readonly held?: true
}

/** Workers look at every schedule at least as often: a venue may have moved to another time zone meanwhile. */
export const LOOK_EVERY_SECONDS = 600

/**
 * Called with every publication. A workflow that had a schedule keeps it, so that nobody is due twice or forgotten; one
 * that the clock did not start before begins now.
 */
export async function keepSchedule(
  tx: Sql,
  organisationId: string,
  workflowId: string,
  trigger: Trigger,
): Promise<void> {
  if (triggerKind(trigger) === 'event') return dropSchedule(tx, organisationId, workflowId)
  await tx.query(
    `INSERT INTO schedules (organisation_id, workflow_id, since, due_at) VALUES ($1, $2, now(), now())
     ON CONFLICT (organisation_id, workflow_id) DO UPDATE SET due_at = now()`,
    [organisationId, workflowId],
  )
}

export async function dropSchedule(tx: Sql, organisationId: string, workflowId: string): Promise<void> {
  await tx.query('DELETE FROM schedules WHERE organisation_id = $1 AND workflow_id = $2', [
    organisationId,
    workflowId,
  ])
}

/**
 * The schedule that has waited longest. One that is due later than any look could have set was set before the clock of
 * the database was put back.
 */
export async function nextSchedule(tx: Sql): Promise<Schedule | undefined> {
  const { rows } = await tx.query<Schedule>(
    `SELECT organisation_id AS "organisationId", workflow_id AS "workflowId", since, progress,
            clock_timestamp() AS now
     FROM schedules
     WHERE due_at <= clock_timestamp() OR due_at > clock_timestamp() + make_interval(secs => $1)
     ORDER BY due_at LIMIT 1 FOR UPDATE`,
    [LOOK_EVERY_SECONDS + 60],
  )
  return rows[0]
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
