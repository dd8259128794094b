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

const exact = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
})
const zone = exact.resolvedOptions().timeZone

export const exactTime = (at: number): string => `${exact.format(at)} (${zone})`
