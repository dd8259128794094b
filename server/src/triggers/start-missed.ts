import { dateIn } from '#calendar/date-in.ts'
import type { Sql } from '#db/sql.ts'
import { deleteMissed, dropReturned, wantedMissed } from '#workflows/missed/missed-rows.ts'
import { recordDay } from './record-day.ts'
import { type ScheduledWorkflow, startDue } from './start-due.ts'
import type { ScheduleParts } from './start-scheduled.ts'

const PORTION = 500

/**
 * Starts a portion of the guests who were missed and are wanted after all, through the same door, and removes them from the list with
 * the same commit. Returns whether there were any. A paused workflow keeps them until it is resumed.
 */
export async function startMissed(
  tx: Sql,
  parts: Pick<ScheduleParts, 'queue'>,
  given: ScheduledWorkflow,
): Promise<boolean> {
  const { schedule, workflow, organisation } = given
  if (workflow.status === 'paused') return false
  const { trigger } = workflow
  if ('absence' in trigger) await dropReturned(tx, schedule, trigger)
  const due = await wantedMissed(tx, schedule, PORTION)
  if (due.length === 0) return false
  const { counts } = await startDue(tx, parts, given, due)
  const timeZone = organisation.settings.time_zone
  const slot = { day: dateIn(schedule.now, timeZone), at: schedule.now }
  if (counts.considered > 0) await recordDay(tx, { ...schedule, timeZone, slot }, counts)
  await deleteMissed(
    tx,
    schedule,
    due.map(({ id }) => id),
  )
  return true
}
