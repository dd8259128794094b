import type { SegmentTrigger } from '@millrace/contract/workflow'
import { dateIn } from '#calendar/date-in.ts'
import type { Sql } from '#db/sql.ts'
import { BEFORE_ALL, type Due } from '#workflows/due/due.ts'
import { type Moved, membersToStart, movedGuests, type SegmentStart } from '#workflows/due/segment-guests.ts'
import { recordMissed } from '#workflows/missed/missed-rows.ts'
import { saveMembers } from '#workflows/schedules.ts'
import { deleteMoves } from '#workflows/segments/moves.ts'
import { isCounting } from '#workflows/segments/segment-row.ts'
import { type DayCounts, recordDay } from './record-day.ts'
import { type ScheduledWorkflow, startDue } from './start-due.ts'
import type { ScheduleParts } from './start-scheduled.ts'

export interface SegmentToConsider extends ScheduledWorkflow {
  /** Its trigger. */
  readonly trigger: SegmentTrigger
}

const PORTION = 500
/** Until the workflow is resumed, or the segment is counted. */
const HOLD_SECONDS = 5

/**
 * Considers a portion of the guests who entered or left a segment, and where there are none, of those who were in it when the
 * workflow was published. Returns in how many seconds there may be more.
 */
export async function considerSegment(
  tx: Sql,
  parts: Pick<ScheduleParts, 'queue'>,
  given: SegmentToConsider,
): Promise<number> {
  const { schedule, workflow } = given
  const moved = await movedGuests(tx, startOf(given), PORTION)
  if (moved.due.length + moved.void.length > 0) {
    await considerMoved(tx, parts, given, moved)
    return 0
  }
  if (schedule.membersAfter === null) return 0
  // Those who were in it when it was published still are: a pause only makes them wait.
  if (
    workflow.status === 'paused' ||
    (await isCounting(tx, schedule.organisationId, given.trigger.segment.id))
  )
    return HOLD_SECONDS
  await considerMembers(tx, parts, given, schedule.membersAfter)
  return 0
}

async function considerMoved(
  tx: Sql,
  parts: Pick<ScheduleParts, 'queue'>,
  given: SegmentToConsider,
  moved: Moved,
): Promise<void> {
  const { schedule, workflow } = given
  const isPaused = workflow.status === 'paused'
  const guestIds = isPaused ? undefined : await start(tx, parts, given, moved.due)
  if (isPaused && moved.due.length > 0) {
    const because = 'workflow_paused'
    const { due } = moved
    const missed = await recordMissed(tx, schedule, { trigger: 'segment', at: schedule.now, because, due })
    if (missed > 0) await record(tx, given, { ...nobody, missed, missedBecause: because })
  }
  // Who was merged into another since is considered as that guest the next time.
  const done = moved.due.filter(({ guestId }) => guestIds?.has(guestId) ?? true)
  await deleteMoves(tx, schedule.organisationId, [...moved.void, ...done.map(({ moveId }) => moveId)])
}

/**
 * By id, and again from the beginning until nobody is left: a merge can give a stay to a guest whose turn is over.
 */
async function considerMembers(
  tx: Sql,
  parts: Pick<ScheduleParts, 'queue'>,
  given: SegmentToConsider,
  after: string,
): Promise<void> {
  const due = await membersToStart(tx, startOf(given), { after, limit: PORTION })
  if (due.length > 0) await start(tx, parts, given, due)
  const last = due.at(-1)
  const isWhole = due.length === PORTION && last !== undefined
  const isOver = due.length === 0 && after === BEFORE_ALL
  await saveMembers(tx, given.schedule, isWhole ? last.guestId : isOver ? null : BEFORE_ALL)
}

const startOf = ({ schedule: { organisationId, workflowId }, trigger }: SegmentToConsider): SegmentStart => ({
  organisationId,
  workflowId,
  trigger,
})

/** Returns who was there. */
async function start(
  tx: Sql,
  parts: Pick<ScheduleParts, 'queue'>,
  given: SegmentToConsider,
  due: readonly Due[],
): Promise<ReadonlySet<string>> {
  if (due.length === 0) return new Set()
  const { counts, guestIds } = await startDue(tx, parts, given, due)
  if (counts.considered > 0) await record(tx, given, counts)
  return guestIds
}

const nobody: DayCounts = { considered: 0, started: 0, skipped: {} }

function record(tx: Sql, { schedule, organisation }: SegmentToConsider, counts: DayCounts): Promise<void> {
  const timeZone = organisation.settings.time_zone
  const slot = { day: dateIn(schedule.now, timeZone), at: schedule.now }
  return recordDay(tx, { ...schedule, timeZone, slot }, counts)
}
