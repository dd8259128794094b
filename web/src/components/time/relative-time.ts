import { dateFormat, relativeFormat } from '../../language/format.ts'
import { t } from '../../language/words.ts'

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const words = relativeFormat()

/** In the largest unit that fits; what happened within the last minute is now. */
export function relativeTime(at: number, now: number): string {
  const seconds = (at - now) / 1_000
  const [unit, length] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? []
  if (unit === undefined || length === undefined) return seconds > 0 ? t`in a moment` : t`just now`
  return words.format(Math.trunc(seconds / length), unit)
}

const formats = new Map<string | undefined, Intl.DateTimeFormat>()

function formatIn(zone: string | undefined): Intl.DateTimeFormat {
  const made = formats.get(zone) ?? dateFormat({ dateStyle: 'medium', timeStyle: 'medium' }, zone)
  formats.set(zone, made)
  return made
}

/** In this zone, which it names; without one in the browser's. */
export function exactTime(at: number, zone?: string): string {
  const format = formatIn(zone)
  return `${format.format(at)} (${format.resolvedOptions().timeZone})`
}

/** In the time zone of the venue, and below it in the organisation's where that differs. */
export const exactTimes = (at: number, there: string | undefined, usual: string | undefined): string =>
  there === undefined || there === usual
    ? exactTime(at, usual)
    : [...new Set([exactTime(at, there), exactTime(at, usual)])].join('\n')
