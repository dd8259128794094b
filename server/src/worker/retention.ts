import { defaultSettings } from '@millrace/contract/settings'
import type pg from 'pg'
import { inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { deleteOldEvents } from '#events/delete-events.ts'
import { forgetReplayed } from '#jobs/replay/forget-replayed.ts'
import { deleteMessagesOf, deleteOldConfirmations } from '#messages/delete-messages.ts'
import { deleteOldReceived } from '#messages/erase-received.ts'
import { deleteOldSteps, deleteRuns, lockEndedRuns } from '#runs/change/delete-runs.ts'
import { deleteDoneTasks } from '#tasks/delete-tasks.ts'
import { dropOldMonths } from './drop-old-months.ts'

const BATCH = 2_000

/**
 * Deletes what is older than its organisation's retention, by whole months: first runs that have ended, with their
 * messages and tasks, in portions; then months of events and steps that no organisation keeps, each at once, by
 * dropping its partition; then, if other organisations keep theirs longer, events and steps row by row. What runs in
 * progress may still need stays. Returns true when there is more to delete.
 */
export async function retain(engine: pg.Pool): Promise<boolean> {
  const limits = await readLimits(engine)
  let more = false
  for (const limit of limits) {
    const deleted = await inTransaction(engine, tx => runs(tx, limit))
    more ||= deleted
  }
  if (more) return true
  const earliest = Math.min(...limits.map(({ from }) => from.getTime()))
  if (limits.length > 0) await dropOldMonths(engine, new Date(earliest))
  for (const limit of limits) {
    const deleted = await inTransaction(engine, tx => rows(tx, limit))
    more ||= deleted
  }
  return more
}

/** The start of what an organisation keeps: the first moment of a month. */
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

/** Returns true when there is more. */
type Deletion = (tx: Sql, limit: Limit) => Promise<boolean>

/** Runs that have ended. A task that is still open stays. */
const runs: Deletion = async (tx, { organisationId, from }) => {
  const ids = await lockEndedRuns(tx, organisationId, from, BATCH)
  await deleteMessagesOf(tx, organisationId, ids)
  await deleteDoneTasks(tx, organisationId, ids)
  await deleteRuns(tx, organisationId, ids)
  return ids.length === BATCH
}

const rows: Deletion = async (tx, { organisationId, from }) => {
  let more = false
  for (const deletePortion of [
    deleteOldEvents,
    deleteOldSteps,
    forgetReplayed,
    deleteOldConfirmations,
    deleteOldReceived,
  ]) {
    const deleted = await deletePortion(tx, organisationId, from, BATCH)
    more ||= deleted === BATCH
  }
  return more
}
