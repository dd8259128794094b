import type { BroadcastTrigger } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { unreachable } from '#steps/unreachable.ts'
import {
  type Broadcast,
  createBroadcast,
  saveBroadcast,
  sendingBroadcasts,
} from '#workflows/broadcasts/broadcasts.ts'
import {
  countMembers,
  membersToSend,
  venuesAsked,
  zonesOfBroadcast,
} from '#workflows/due/broadcast-guests.ts'
import { BEFORE_ALL } from '#workflows/due/due.ts'
import type { Zone } from '#workflows/due/zones.ts'
import {
  type BroadcastSlot,
  broadcastSlots,
  nextBroadcastSlot,
} from '#workflows/occasions/broadcast-occasion.ts'
import { slotOn } from '#workflows/occasions/slots.ts'
import { LOOK_EVERY_SECONDS, saveSchedule } from '#workflows/schedules.ts'
import { isCounting } from '#workflows/segments/segment-row.ts'
import { ON_TIME_MS } from './consider-slot.ts'
import { allowedNow, pacedAfter } from './pace.ts'
import { type ScheduledWorkflow, startDue } from './start-due.ts'
import type { ScheduleParts } from './start-scheduled.ts'

export interface BroadcastToConsider extends ScheduledWorkflow {
  /** Its trigger. */
  readonly trigger: BroadcastTrigger
}

const PORTION = 500
/** Until the workflow is resumed, or the segment is counted. */
const HOLD_MS = 5_000
/** The only entry of its progress: up to when its times were looked at. */
const LOOKED = 'broadcast'

/** Begins the broadcasts that are due, and considers a portion of the guests of those that are being sent. */
export async function considerBroadcast(
  tx: Sql,
  parts: Pick<ScheduleParts, 'queue'>,
  given: BroadcastToConsider,
): Promise<void> {
  const { schedule, trigger, organisation } = given
  const { now } = schedule
  const zones = zonesOfBroadcast(trigger, organisation)
  const timeZones = zones.map(({ timeZone }) => timeZone)
  const looked = schedule.progress[LOOKED]
  // Where the clock was put back, slots may come again: each has one broadcast.
  const from = new Date(Math.min(now.getTime(), Date.parse(looked?.at ?? schedule.since.toISOString())))
  const slots = broadcastSlots(trigger.broadcast, timeZones, from, now)
  for (const slot of slots) await begin(tx, given, slot, slot === slots.at(-1))

  let dueAt = new Date(now.getTime() + LOOK_EVERY_SECONDS * 1_000)
  const sooner = (moment: Date | undefined) => {
    if (moment !== undefined && moment < dueAt) dueAt = moment
  }
  sooner(nextBroadcastSlot(trigger.broadcast, timeZones, now)?.at)
  for (const broadcast of await sendingBroadcasts(tx, schedule)) {
    const next = await carryOn(tx, parts, given, broadcast, zones)
    sooner(next)
    if (next !== undefined && next <= now) break
  }
  const progress = { [LOOKED]: { day: '', at: now.toISOString() } }
  await saveSchedule(tx, schedule, { progress, dueAt })
}

/** Of several that come late together, only the last is sent: nobody wants the news of a week at once. */
async function begin(
  tx: Sql,
  { schedule, workflow, trigger }: BroadcastToConsider,
  { key, wallTime, at }: BroadcastSlot,
  isLast: boolean,
): Promise<void> {
  const { segment, if_late } = trigger.broadcast
  const isLate = schedule.now.getTime() - at.getTime() > ON_TIME_MS && !(if_late === 'start' && isLast)
  const because =
    workflow.status === 'paused' ? ('workflow_paused' as const) : isLate ? ('too_late' as const) : undefined
  const missed =
    because && ({ because, guests: await countMembers(tx, schedule.organisationId, segment) } as const)
  await createBroadcast(tx, schedule, {
    segmentId: segment,
    slot: key,
    wallTime,
    dueAt: at,
    sentBy: null,
    ...(missed === undefined ? {} : { missed }),
  })
}

/** Considers a portion of its guests. Returns when there may be more; undefined: never. */
async function carryOn(
  tx: Sql,
  parts: Pick<ScheduleParts, 'queue'>,
  given: BroadcastToConsider,
  broadcast: Broadcast,
  zones: readonly Zone[],
): Promise<Date | undefined> {
  const { schedule, workflow, organisation, trigger } = given
  const { organisationId, workflowId, now } = schedule
  const held = new Date(now.getTime() + HOLD_MS)
  if (workflow.status === 'paused' || (await isCounting(tx, organisationId, broadcast.segmentId))) return held

  const moments = zones.map(zone => momentIn(broadcast, zone))
  const reachedZones = zones.filter((_, index) => (moments[index] as Date) <= now)
  const isLast = reachedZones.length === zones.length
  const next = isLast ? undefined : earliest(moments.filter(moment => moment > now))
  // By another clock, guests are due whose turn had not come yet. There may be fewer clocks than before.
  const isMore = reachedZones.length > broadcast.reached || (isLast && broadcast.after === null)
  const after = isMore ? BEFORE_ALL : broadcast.after
  if (after === null) return next

  const { pace } = trigger.broadcast
  const allowed = pace && allowedNow(pace, broadcast.pacedAt, now)
  if (pace && allowed?.guests === 0) return pacedAfter(pace, allowed.from, 1)
  const limit = Math.min(PORTION, allowed?.guests ?? PORTION)
  const due = await membersToSend(
    tx,
    {
      organisationId,
      workflowId,
      broadcast,
      venues: venuesAsked(trigger, organisation.venues),
      serials: isLast ? null : reachedZones.flatMap(({ serials }) => serials ?? []),
      withOthers: reachedZones.some(({ timeZone }) => timeZone === organisation.settings.time_zone),
    },
    { after, limit },
  )
  const { counts } =
    due.length === 0
      ? { counts: nobody }
      : await startDue(tx, parts, given, due, guest => unreachable(workflow, guest))
  const last = due.at(-1)
  const isWhole = due.length === limit && last !== undefined
  // By id, and again from the beginning until nobody is left: a merge can give a stay to a guest whose turn is over.
  const isOver = due.length === 0 && after === BEFORE_ALL
  const pacedAt = pace && allowed ? pacedAfter(pace, allowed.from, counts.started) : null
  await saveBroadcast(tx, organisationId, broadcast.id, {
    reached: reachedZones.length,
    after: isWhole ? last.guestId : isOver ? null : BEFORE_ALL,
    pacedAt,
    isDone: isOver && isLast,
    counts,
  })
  return isOver ? next : now
}

function momentIn({ wallTime, dueAt }: Broadcast, { timeZone }: Zone): Date {
  const [day, time] = wallTime?.split('T') ?? []
  return day === undefined || time === undefined ? dueAt : slotOn(day, time, timeZone).at
}

const earliest = (moments: readonly Date[]) => new Date(Math.min(...moments.map(moment => moment.getTime())))

const nobody = { considered: 0, started: 0, skipped: {} }
