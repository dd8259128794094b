import type pg from 'pg'
import { inTransaction } from '#db/database.ts'
import { isDistributed } from '#db/distributed/of-organisation.ts'
import type { Sql } from '#db/sql.ts'
import { deleteOldEvents } from '#events/delete-events.ts'
import { forgetReplayed } from '#jobs/replay/forget-replayed.ts'
import { deleteMessagesOf, deleteOldConfirmations } from '#messages/delete-messages.ts'
import { deleteOldReceived } from '#messages/erase-received.ts'
import { keptFrom } from '#organisations/retention.ts'
import { deleteOldSteps, deleteRuns, findOutdatedWith, lockEndedRuns } from '#runs/change/delete-runs.ts'
import { deleteDoneTasks } from '#tasks/delete-tasks.ts'
import { dropMonthsOfEvents, dropMonthsOfRuns, dropMonthsOfSteps } from './drop-old-months.ts'

const BATCH = 2_000

/**
 * Deletes what is older than its organisation's retention, by whole months: first the messages and tasks of runs that
 * have ended, in portions; then months of runs, steps and events that no organisation keeps, each at once, by dropping
 * its partition; and, if other organisations keep theirs longer, runs, steps and events row by row. What runs in
 * progress may still need stays. Returns true when there is more to delete.
 */
export async function retain(engine: pg.Pool): Promise<boolean> {
  const limits = await readLimits(engine)
  if (limits.length === 0) return false
  const ofAll = async (deletion: Deletion) => {
    let more = false
    for (const limit of limits) {
      const deleted = await inTransaction(engine, tx => deletion(tx, limit))
      more ||= deleted
    }
    return more
  }
  if (await ofAll(belongings)) return true
  // A month of a distributed table is many tables, of all organisations: what is old is deleted row by row there.
  if (isDistributed(engine)) return (await ofAll(runs)) || ofAll(rows)
  await dropMonthsOfRuns(engine, async sql => earliestOf(await readLimits(sql)))
  if (await ofAll(runs)) return true
  await dropMonthsOfSteps(engine, earliestOf(limits))
  await dropMonthsOfEvents(engine, earliestOf(limits))
  return ofAll(rows)
}

/** The start of what an organisation keeps: the first moment of a month. */
interface Limit {
  readonly organisationId: string
  readonly from: Date
}

const earliestOf = (limits: readonly Limit[]) =>
  new Date(Math.min(...limits.map(({ from }) => from.getTime())))

async function readLimits(sql: Sql): Promise<Limit[]> {
  const { rows } = await sql.query<Limit>(
    `SELECT id AS "organisationId", ${keptFrom('o')} AS from FROM organisations o`,
  )
  return rows
}

/** Returns true when there is more. */
type Deletion = (tx: Sql, limit: Limit) => Promise<boolean>

/** What runs that have ended leave outside of their months. A task that is still open stays. */
const belongings: Deletion = async (tx, { organisationId, from }) => {
  const given = { organisationId, before: from, limit: BATCH }
  const withMessages = await findOutdatedWith(tx, 'messages', given)
  await deleteMessagesOf(tx, organisationId, withMessages)
  const withTasks = await findOutdatedWith(tx, 'doneTasks', given)
  await deleteDoneTasks(tx, organisationId, withTasks)
  return withMessages.length === BATCH || withTasks.length === BATCH
}

/** Runs that have ended, where their month stays. */
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
