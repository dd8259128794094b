import { type DailyTrigger, type DateRule, hoursAfter } from '@millrace/contract/workflow'
import { Temporal } from 'temporal-polyfill'
import { momentOf, zonedMoment } from '#calendar/wall-clock.ts'

const HOUR_MS = 3_600_000

/** Whether guests are due by the hour, and not once a day. */
export const isHourly = (trigger: DailyTrigger): boolean =>
  'date' in trigger && hoursAfter(trigger.date) !== undefined

/** When a guest with this date is due. */
export const dueAfter = (rule: DateRule, date: Date): Date =>
  new Date(date.getTime() + (hoursAfter(rule) ?? 0) * HOUR_MS)

/** The date whose guests are due at a moment. */
export const dateDue = (rule: DateRule, at: Date): Date =>
  new Date(at.getTime() - (hoursAfter(rule) ?? 0) * HOUR_MS)

/**
 * The last time that the clock of a zone has shown by a moment. While the clock shows an hour for the second time, that is the
 * end of the hour: of a time that it shows twice the first counts.
 */
export function timeReached(moment: Date, zone: string): Temporal.PlainDateTime {
  const zoned = zonedMoment(moment, zone)
  const shown = zoned.toPlainDateTime()
  if (momentOf(shown, zone) >= moment) return shown
  // A change at this very moment counts; 'previous' alone leaves it out.
  const change = zoned.add({ milliseconds: 1 }).getTimeZoneTransition('previous')
  return change === null ? shown : change.subtract({ milliseconds: 1 }).toPlainDateTime()
}

/** The days that begin after one time and not after another. */
export function daysBegun(after: Temporal.PlainDateTime, until: Temporal.PlainDateTime): string[] {
  const days: string[] = []
  const last = until.toPlainDate()
  for (
    let day = after.toPlainDate().add({ days: 1 });
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  )
    days.push(day.toString())
  return days
}
