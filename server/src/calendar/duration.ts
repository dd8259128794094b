import type { Duration } from '@millrace/contract/calendar'
import { addDuration, subtractDuration } from './add-duration.ts'

const SECONDS = {
  seconds: 1,
  minutes: 60,
  hours: 3_600,
  days: 86_400,
  weeks: 604_800,
  months: 2_678_400,
} as const

/** The length of a duration where no calendar is available: a day has 24 hours, and a month 31 days. */
export const secondsOf = ({ amount, unit }: Duration): number => amount * SECONDS[unit]

/** The moment before which something is outside of a duration. */
export const durationBefore = (now: Date, duration: Duration): Date =>
  new Date(now.getTime() - secondsOf(duration) * 1_000)

/** A day from now is the same time tomorrow at the venue, however long that day is. */
export function momentAfter(now: Date, timeZone: string, { amount, unit }: Duration): Date {
  if (unit === 'seconds') return new Date(now.getTime() + amount * 1_000)
  return addDuration(now, timeZone, { amount, unit })
}

/** The reverse: a day before is the same time yesterday. */
export function momentBefore(moment: Date, timeZone: string, { amount, unit }: Duration): Date {
  if (unit === 'seconds') return new Date(moment.getTime() - amount * 1_000)
  return subtractDuration(moment, timeZone, { amount, unit })
}
