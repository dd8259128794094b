import type { AbsenceRule } from '@millrace/contract/workflow'
import type { FactRecord } from '../facts.ts'
import { dayAfter, lastSlot, type Slot, slotOn } from './slots.ts'

const DAY_MS = 86_400_000

/** An absence is named by the visit that it began after: the next visit ends it, and another one can begin. */
export const absenceKey = (lastVisit: string): string => `absence ${lastVisit}`

/** What the run reads as parameters of its event. */
export const absenceParameters = ({ days }: AbsenceRule, lastVisit: Date): FactRecord => ({
  last_visit: lastVisit.toISOString(),
  days,
})

/** The first slot at which the last visit is so many days ago. */
export function absenceSlot({ days, time }: AbsenceRule, lastVisit: Date, zone: string): Slot {
  const reached = new Date(lastVisit.getTime() + days * DAY_MS)
  const last = lastSlot(reached, time, zone)
  return last.at.getTime() === reached.getTime() ? last : slotOn(dayAfter(last.day), time, zone)
}
