import type { MissedBecause } from '@millrace/contract/missed'
import { type DailyTrigger, dailyRule, triggerKind } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import { isSilent } from '#workflows/due/absent-guests.ts'
import type { Due, DueOn } from '#workflows/due/due.ts'
import { dueGuests } from '#workflows/due/due-guests.ts'
import type { Zone } from '#workflows/due/zones.ts'
import { recordMissed } from '#workflows/missed/missed-rows.ts'
import { isHourly } from '#workflows/occasions/hours.ts'
import type { Slot } from '#workflows/occasions/slots.ts'
import type { ZoneProgress } from '#workflows/schedules.ts'
import { type DayCounts, recordDay } from './record-day.ts'
import { type ScheduledWorkflow, startDue } from './start-due.ts'
import type { ScheduleParts } from './start-scheduled.ts'

export interface SlotToConsider extends ScheduledWorkflow {
  /** Its trigger. */
  readonly trigger: DailyTrigger
  readonly zone: Zone
  readonly slot: Slot
  readonly before: ZoneProgress
}

const PORTION = 500

/** A restart or an upgrade takes less; a later start counts as late. */
export const ON_TIME_MS = 3_600_000

/** How far it is then, and whether anyone was due. held: it has to wait until visits arrive. */
interface Considered {
  readonly progress: ZoneProgress
  readonly outcome: 'nobody' | 'some' | 'held'
}

/** Considers a portion of the guests who are due, or lists them as missed. */
export async function considerSlot(
  tx: Sql,
  parts: Pick<ScheduleParts, 'queue'>,
  given: SlotToConsider,
): Promise<Considered> {
  const { trigger, slot, before } = given
  // Until it has caught up with what was held back, nothing is late.
  const excused = before.held && isLate(given) ? { held: true as const } : {}
  const done = { day: slot.day, at: slot.at.toISOString(), ...excused }
  const on = questionOf(given)
  const guests = dueGuests(on, trigger)
  const missedBecause = whyMissed(given)
  // Nobody is listed as missed either: while the till is silent, nobody is known to be absent.
  if ('absence' in trigger && (await isSilent(tx, on, trigger)) && (await guests.count(tx)) > 0) {
    if (!before.held) await record(tx, given, { ...nobody, missedBecause: 'source_silent' })
    return { progress: { ...before, held: true }, outcome: 'held' }
  }
  const due = await guests.find(tx, PORTION)
  if (due.length > 0 && missedBecause === undefined)
    await record(tx, given, (await startDue(tx, parts, given, due)).counts)
  else if (due.length > 0) await miss(tx, given, due, missedBecause as MissedBecause)
  const last = due.at(-1)
  if (last === undefined) return { progress: done, outcome: 'nobody' }
  const until = isHourly(trigger) ? { until: done.at } : {}
  const underWay = { ...before, ...until, after: last.guestId }
  return { progress: due.length < PORTION ? done : underWay, outcome: 'some' }
}

const questionOf = ({ schedule, organisation, zone, slot, before }: SlotToConsider): DueOn => ({
  organisationId: schedule.organisationId,
  workflowId: schedule.workflowId,
  venues: [...organisation.venues.keys()],
  zone,
  slot,
  from: new Date(before.at),
  asOf: null,
  after: before.after,
})

async function miss(
  tx: Sql,
  given: SlotToConsider,
  due: readonly Due[],
  because: MissedBecause,
): Promise<void> {
  const { schedule, trigger, slot } = given
  const missed = await recordMissed(tx, schedule, {
    trigger: triggerKind(trigger),
    at: slot.at,
    because,
    due,
  })
  if (missed > 0) await record(tx, given, { ...nobody, missed, missedBecause: because })
}

const nobody: DayCounts = { considered: 0, started: 0, skipped: {} }

const record = (tx: Sql, { schedule, zone, slot }: SlotToConsider, counts: DayCounts) =>
  recordDay(tx, { ...schedule, timeZone: zone.timeZone, slot }, counts)

function whyMissed(given: SlotToConsider): MissedBecause | undefined {
  const { workflow, trigger, before } = given
  if (workflow.status === 'paused') return 'workflow_paused'
  return isLate(given) && !before.held && dailyRule(trigger).if_late !== 'start' ? 'too_late' : undefined
}

const isLate = ({ schedule, slot }: SlotToConsider) => schedule.now.getTime() - slot.at.getTime() > ON_TIME_MS
