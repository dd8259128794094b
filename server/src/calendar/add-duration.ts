import type { CalendarDuration } from '@millrace/contract/calendar'
import { momentOf, zonedMoment } from './wall-clock.ts'

const MILLISECONDS = { minutes: 60_000, hours: 3_600_000 } as const

/**
 * Minutes and hours always have the same length. Days, weeks and months end at the time of day at which they started,
 * and a month ends on its last day at the latest: one month after 31 January is 28 or 29 February.
 */
export const addDuration = (now: Date, zone: string, duration: CalendarDuration): Date =>
  moved(now, zone, duration, 1)

/** The same backwards: one month before 31 March is 28 or 29 February. */
export const subtractDuration = (now: Date, zone: string, duration: CalendarDuration): Date =>
  moved(now, zone, duration, -1)

function moved(now: Date, zone: string, { amount, unit }: CalendarDuration, direction: 1 | -1): Date {
  const signed = amount * direction
  if (unit === 'minutes' || unit === 'hours') return new Date(now.getTime() + signed * MILLISECONDS[unit])
  const wall = zonedMoment(now, zone).toPlainDateTime()
  return momentOf(wall.add({ [unit]: signed }), zone)
}
