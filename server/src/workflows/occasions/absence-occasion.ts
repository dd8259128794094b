import type { AbsenceRule } from '@millrace/contract/workflow'
import type { FactRecord } from '../facts.ts'
import { dayAfter, lastSlot, type Slot, slotOn } from './slots.ts'

const DAY_MS = 86_400_000

/** An absence is named by the event that it began after: the next one ends it, and another one can begin. */
export const absenceKey = (lastEvent: string): string => `absence ${lastEvent}`

/** What the run reads as parameters of its event. */
export const absenceParameters = ({ days, sources }: AbsenceRule, last: Date): FactRecord => ({
  [sources === undefined ? 'last_visit' : 'last_event']: last.toISOString(),
  days,
})

/** The first slot at which the last visit, or event, is so many days ago. */
export function absenceSlot({ days, time }: AbsenceRule, lastAt: Date, zone: string): Slot {
  const reached = new Date(lastAt.getTime() + days * DAY_MS)
  const last = lastSlot(reached, time, zone)
  return last.at.getTime() === reached.getTime() ? last : slotOn(dayAfter(last.day), time, zone)
}
