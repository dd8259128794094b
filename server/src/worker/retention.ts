import { defaultSettings } from '@millrace/contract/settings'
import type pg from 'pg'
import { inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { dropOldMonths } from './drop-old-months.ts'

const BATCH = 2_000

/**
 * Deletes what is older than its organisation keeps it, by whole months: runs that have ended, with their messages and
 * tasks, a portion at a time; then months of events and steps that nobody keeps any more, each at once, by dropping its
 * partition; then, where others keep theirs longer, events and steps row by row. What runs that are under way may still
 * need stays. Returns true when there is more to delete.
 */
export async function retain(engine: pg.Pool): Promise<boolean> {
  const limits = await readLimits(engine)
  let more = false
  for (const limit of limits) {
    const deleted = await inTransaction(engine, tx => deletePortions(tx, runs, limit))
    more ||= deleted
  }
  if (more) return true
  const earliest = Math.min(...limits.map(({ from }) => from.getTime()))
  if (limits.length > 0) await dropOldMonths(engine, new Date(earliest))
  for (const limit of limits) {
    const deleted = await inTransaction(engine, tx => deletePortions(tx, rows, limit))
    more ||= deleted
  }
  return more
}

/** From when on an organisation keeps things: the first moment of a month. */
interface Limit {
  readonly organisationId: string
  readonly from: Date
}

async function readLimits(sql: Sql): Promise<Limit[]> {
  const { rows } = await sql.query<Limit>(
    `SELECT id AS "organisationId",
            date_trunc('month', now() - make_interval(months => coalesce((settings ->> 'retention_months')::int, $1)), 'UTC')
              AS from
     FROM organisations`,
    [defaultSettings.retention_months],
  )
  return rows
}

async function deletePortions(tx: Sql, statements: readonly string[], limit: Limit): Promise<boolean> {
  let more = false
  for (const statement of statements) {
    const { rows } = await tx.query<{ deleted: number }>(statement, [limit.organisationId, limit.from, BATCH])
    more ||= (rows[0] as { deleted: number }).deleted === BATCH
  }
  return more
}

// Their steps go with the month that they are in. A task that nobody has done stays for whoever is to do it.
const runs = [
  `WITH old AS (
     SELECT id FROM runs
     WHERE organisation_id = $1 AND id < uuid_floor($2) AND status IN ('completed', 'failed', 'cancelled')
       AND finished_at < $2
     LIMIT $3 FOR UPDATE SKIP LOCKED
   ), unsent AS (
     DELETE FROM messages USING old WHERE organisation_id = $1 AND run_id = old.id RETURNING messages.id
   ), tried AS (
     DELETE FROM message_attempts USING unsent WHERE organisation_id = $1 AND message_id = unsent.id
   ), done AS (
     DELETE FROM tasks USING old WHERE organisation_id = $1 AND run_id = old.id AND status = 'done'
   ), gone AS (
     DELETE FROM runs USING old WHERE organisation_id = $1 AND runs.id = old.id
   )
   SELECT count(*) AS deleted FROM old`,
]

// A run that comes to wait for an event looks back at what came since it began.
const rows = [
  `WITH gone AS (
     DELETE FROM events WHERE (organisation_id, id) IN (
       SELECT organisation_id, id FROM events e
       WHERE organisation_id = $1 AND id < uuid_floor($2) AND NOT EXISTS (
         SELECT FROM runs r
         WHERE r.organisation_id = $1 AND r.guest_id = e.guest_id AND r.created_at <= e.created_at
           AND r.status NOT IN ('completed', 'failed', 'cancelled'))
       LIMIT $3)
     AND id < uuid_floor($2) RETURNING 1
   ) SELECT count(*) AS deleted FROM gone`,
  `WITH gone AS (
     DELETE FROM steps WHERE (organisation_id, run_id, position) IN (
       SELECT organisation_id, run_id, position FROM steps s
       WHERE organisation_id = $1 AND run_id < uuid_floor($2)
         AND NOT EXISTS (SELECT FROM runs r WHERE r.organisation_id = $1 AND r.id = s.run_id)
       LIMIT $3)
     AND run_id < uuid_floor($2) RETURNING 1
   ) SELECT count(*) AS deleted FROM gone`,
  `WITH gone AS (
     DELETE FROM replayed_events WHERE (organisation_id, workflow_id, event_id) IN (
       SELECT organisation_id, workflow_id, event_id FROM replayed_events
       WHERE organisation_id = $1 AND event_id < uuid_floor($2) LIMIT $3)
     RETURNING 1
   ) SELECT count(*) AS deleted FROM gone`,
]
