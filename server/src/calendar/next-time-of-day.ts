import type { DailyTime } from '@millrace/contract/calendar'
import { Temporal } from 'temporal-polyfill'
import { hasDate, momentOf, zonedMoment } from './wall-clock.ts'

/**
 * The next moment with this time of day on one of these weekdays; now, if it is exactly that time. Every date has
 * exactly one such moment, also when the clock skips the time or shows it twice.
 */
export function nextTimeOfDay(now: Date, zone: string, { time, weekdays }: DailyTime): Date {
  const today = zonedMoment(now, zone).toPlainDate()
  const wallTime = Temporal.PlainTime.from(time)
  // Yesterday's time can be today, when the clock was put forward across midnight. Two weeks ahead reach every
  // weekday, also when the next one is a date that the zone does not have.
  for (let days = -1; days <= 15; days += 1) {
    const date = today.add({ days })
    if (weekdays !== undefined && !weekdays.includes(date.dayOfWeek)) continue
    if (!hasDate(date, zone)) continue
    const moment = momentOf(date.toPlainDateTime(wallTime), zone)
    if (moment >= now) return moment
  }
  throw new Error('There is no weekday to wait for.')
}
