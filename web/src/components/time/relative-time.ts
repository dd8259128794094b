const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const words = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

/** In the largest unit that fits; what happened within the last minute is now. */
export function relativeTime(at: number, now: number): string {
  const seconds = (at - now) / 1_000
  const [unit, length] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? []
  if (unit === undefined || length === undefined) return seconds > 0 ? 'in a moment' : 'just now'
  return words.format(Math.trunc(seconds / length), unit)
}

const formats = new Map<string | undefined, Intl.DateTimeFormat>()

function formatIn(zone: string | undefined): Intl.DateTimeFormat {
  const made = formats.get(zone) ?? makeFormat(zone)
  formats.set(zone, made)
  return made
}

/** A browser may not know a zone that the server knows; its own is better than none. */
function makeFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  const style = { dateStyle: 'medium', timeStyle: 'medium' } as const
  try {
    return new Intl.DateTimeFormat('en-GB', timeZone === undefined ? style : { ...style, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-GB', style)
  }
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
