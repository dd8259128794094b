import { Temporal } from 'temporal-polyfill'
import { momentOf, zonedMoment } from '#calendar/wall-clock.ts'
import type { RenderSettings } from './settings.ts'

/** More seconds than this would be after the year 5000, so the number is in milliseconds. */
const MILLISECONDS_FROM = 100_000_000_000

/**
 * The ways in which senders write a date, read by the clock of the venue: "now", a moment with its offset, a date or
 * a date with time, which are local to the venue, and seconds or milliseconds since 1970.
 */
export function readDate(
  value: unknown,
  { timeZone, now }: Pick<RenderSettings, 'timeZone' | 'now'>,
): Temporal.ZonedDateTime | undefined {
  if (value === 'now' || value === 'today') return zonedMoment(now, timeZone)
  try {
    if (value instanceof Date) return zonedMoment(value, timeZone)
    if (typeof value === 'number') return ofNumber(value, timeZone)
    if (typeof value !== 'string') return undefined
    const text = value.trim()
    if (/^\d{9,14}$/.test(text)) return ofNumber(Number(text), timeZone)
    if (/(z|[+-]\d{2}(:?\d{2})?)$/i.test(text) && /t|\d /i.test(text))
      return Temporal.Instant.from(text).toZonedDateTimeISO(timeZone)
    if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined
    return zonedMoment(momentOf(Temporal.PlainDateTime.from(text), timeZone), timeZone)
  } catch {
    return undefined
  }
}

function ofNumber(value: number, timeZone: string): Temporal.ZonedDateTime {
  const milliseconds = Math.abs(value) < MILLISECONDS_FROM ? value * 1000 : value
  return Temporal.Instant.fromEpochMilliseconds(Math.trunc(milliseconds)).toZonedDateTimeISO(timeZone)
}
