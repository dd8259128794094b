import { Temporal } from 'temporal-polyfill'

/** What the clock on the venue's wall shows, and when it shows it. */

export const zonedMoment = (at: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)

/**
 * The first moment at which the clock shows this time. A time that is skipped when the clock is put forward is the
 * moment of that change: nothing is early, and a span within the gap is empty. For a time that the clock shows twice,
 * when it is put back, it is the first of the two.
 */
export function momentOf(wall: Temporal.PlainDateTime, zone: string): Date {
  const earlier = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const inGap = !earlier.toPlainDateTime().equals(wall)
  const moment = (inGap && earlier.getTimeZoneTransition('next')) || earlier
  return new Date(moment.epochMilliseconds)
}

/** Whether the zone has this date at all: Samoa went from 29 to 31 December 2011. */
export const hasDate = (date: Temporal.PlainDate, zone: string): boolean =>
  date.toZonedDateTime(zone).toPlainDate().equals(date)
