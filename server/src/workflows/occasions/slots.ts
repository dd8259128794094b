import { Temporal } from 'temporal-polyfill'
import { momentOf, zonedMoment } from '#calendar/wall-clock.ts'

/** A day on which a trigger considers guests, and the moment of it. */
export interface Slot {
  /** As 2026-12-25, by the clock of the time zone. */
  readonly day: string
  readonly at: Date
}

/**
 * Every day of the calendar has exactly one slot, also where the clock skips the time of day or shows it twice, and
 * where the zone has no such day: then it is the moment of the change.
 */
export const slotOn = (day: string, time: string, zone: string): Slot => ({
  day,
  at: momentOf(Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(time)), zone),
})

export const dayAfter = (day: string, days = 1): string =>
  Temporal.PlainDate.from(day).add({ days }).toString()

/** The last slot that is not after the moment. */
export function lastSlot(moment: Date, time: string, zone: string): Slot {
  let day = dayAfter(zonedMoment(moment, zone).toPlainDate().toString())
  let slot = slotOn(day, time, zone)
  while (slot.at > moment) {
    day = dayAfter(day, -1)
    slot = slotOn(day, time, zone)
  }
  return slot
}
