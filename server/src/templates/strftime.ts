import type { Temporal } from 'temporal-polyfill'
import { dateFormatter } from './formatters.ts'

type Code = (at: Temporal.ZonedDateTime, locale: string) => string | number

const named =
  (options: Intl.DateTimeFormatOptions): Code =>
  (at, locale) =>
    dateFormatter(locale, { timeZone: at.timeZoneId, ...options }).format(at.epochMilliseconds)

const digits =
  (read: (at: Temporal.ZonedDateTime) => number, width: number): Code =>
  at =>
    String(read(at)).padStart(width, '0')

const twelve = (at: Temporal.ZonedDateTime) => at.hour % 12 || 12

/** The codes of strftime (POSIX, and the widespread %-d for "without padding"); names are in the locale. */
const codes: Readonly<Record<string, Code>> = {
  a: named({ weekday: 'short' }),
  A: named({ weekday: 'long' }),
  b: named({ month: 'short' }),
  B: named({ month: 'long' }),
  c: named({ dateStyle: 'medium', timeStyle: 'short' }),
  d: digits(at => at.day, 2),
  e: at => String(at.day).padStart(2),
  F: at => at.toPlainDate().toString(),
  h: named({ month: 'short' }),
  H: digits(at => at.hour, 2),
  I: digits(twelve, 2),
  j: digits(at => at.dayOfYear, 3),
  k: at => String(at.hour).padStart(2),
  l: at => String(twelve(at)).padStart(2),
  m: digits(at => at.month, 2),
  M: digits(at => at.minute, 2),
  p: at => (at.hour < 12 ? 'AM' : 'PM'),
  P: at => (at.hour < 12 ? 'am' : 'pm'),
  R: at => at.toPlainTime().toString().slice(0, 5),
  s: at => Math.floor(at.epochMilliseconds / 1000),
  S: digits(at => at.second, 2),
  T: at => at.toPlainTime().toString().slice(0, 8),
  u: at => at.dayOfWeek,
  w: at => at.dayOfWeek % 7,
  x: named({ dateStyle: 'short' }),
  X: named({ timeStyle: 'short' }),
  y: digits(at => at.year % 100, 2),
  Y: digits(at => at.year, 4),
  z: at => at.offset.replace(':', ''),
  Z: (at, locale) => zoneName(at, locale),
  '%': () => '%',
}

/** Unknown codes stay as they are. */
export function strftime(at: Temporal.ZonedDateTime, locale: string, format: string): string {
  return format.replace(/%([-^]?)([a-zA-Z%])/g, (written, flag: string, code: string) => {
    if (!Object.hasOwn(codes, code)) return written
    const text = String((codes[code] as Code)(at, locale))
    if (flag === '^') return text.toLocaleUpperCase(locale)
    return flag === '-' ? text.replace(/^[0 ]+(?=.)/, '') : text
  })
}

function zoneName(at: Temporal.ZonedDateTime, locale: string): string {
  const parts = dateFormatter(locale, {
    timeZone: at.timeZoneId,
    timeZoneName: 'short',
  }).formatToParts(at.epochMilliseconds)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
