import { type BroadcastEvery, type BroadcastRule, isSentByHand } from '@millrace/contract/broadcast'
import { Temporal } from 'temporal-polyfill'
import type { FactRecord } from '../facts.ts'
import { dayAfter, slotOn } from './slots.ts'

/** A time at which a broadcast is sent: a day and a time of day by each of its clocks. */
export interface BroadcastSlot {
  /** What distinguishes it from the others of the same workflow. */
  readonly key: string
  /** What the clocks show, as 2026-12-04T16:00. */
  readonly wallTime: string
  /** When the first of them does. */
  readonly at: Date
}

/** The slots whose first moment is after one and not after the other. */
export function broadcastSlots(
  rule: BroadcastRule,
  zones: readonly string[],
  after: Date,
  until: Date,
): BroadcastSlot[] {
  return daysBetween(rule, dayOf(after, -2), dayOf(until, 2))
    .map(day => slotOf(rule, day, zones))
    .filter(({ at }) => at > after && at <= until)
}

/** The first slot after a moment; undefined: there is none. */
export function nextBroadcastSlot(
  rule: BroadcastRule,
  zones: readonly string[],
  after: Date,
): BroadcastSlot | undefined {
  const { once } = rule
  // Every rule has a day in each month.
  const days =
    once === undefined ? daysBetween(rule, dayOf(after, -2), dayOf(after, FURTHEST_DAYS)) : [once.date]
  for (const day of isSentByHand(rule) ? [] : days) {
    const slot = slotOf(rule, day, zones)
    if (slot.at > after) return slot
  }
  return undefined
}

const FURTHEST_DAYS = 70

/** A change of the time of day does not send again on the same day, unless another moment was chosen for it. */
function slotOf({ once, every }: BroadcastRule, day: string, zones: readonly string[]): BroadcastSlot {
  const { time } = (once ?? every) as { readonly time: string }
  const moments = zones.map(zone => slotOn(day, time, zone).at.getTime())
  const wallTime = `${day}T${time}`
  return { key: once === undefined ? day : wallTime, wallTime, at: new Date(Math.min(...moments)) }
}

function daysBetween({ once, every }: BroadcastRule, first: string, last: string): string[] {
  if (once !== undefined) return once.date >= first && once.date <= last ? [once.date] : []
  const days: string[] = []
  if (every !== undefined)
    for (let day = first; day <= last; day = dayAfter(day)) if (isDayOf(every, day)) days.push(day)
  return days
}

function isDayOf({ weekdays, week, month_day }: BroadcastEvery, day: string): boolean {
  const { day: number, dayOfWeek, daysInMonth } = Temporal.PlainDate.from(day)
  if (month_day !== undefined) return number === Math.min(month_day, daysInMonth)
  if (weekdays !== undefined && !weekdays.includes(dayOfWeek)) return false
  if (week === undefined) return true
  return week === 'last' ? number > daysInMonth - 7 : Math.ceil(number / 7) === WEEKS.indexOf(week) + 1
}

const WEEKS = ['first', 'second', 'third', 'fourth']

const dayOf = (moment: Date, days: number) => dayAfter(moment.toISOString().slice(0, 10), days)

/** A guest is considered once for each broadcast. */
export const broadcastKey = (id: string): string => `broadcast ${id}`

/** What the run reads as parameters of its event. */
export const broadcastParameters = (broadcast: {
  readonly id: string
  readonly segment: string
  readonly segmentId: string
  readonly dueAt: Date
}): FactRecord => ({
  broadcast_id: broadcast.id,
  segment: broadcast.segment,
  segment_id: broadcast.segmentId,
  due_at: broadcast.dueAt.toISOString(),
})
