import { dateFormatter } from './formatters.ts'
import { readDate } from './read-date.ts'
import type { RenderSettings } from './settings.ts'
import { strftime } from './strftime.ts'

const styles: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  short: { dateStyle: 'short' },
  medium: { dateStyle: 'medium' },
  long: { dateStyle: 'long' },
  full: { dateStyle: 'full' },
  time: { timeStyle: 'short' },
}

/**
 * A date in the language of the locale and in the venue's time zone: by the name of a style, or by codes such as "%A
 * %d %B". A value that is not a date stays as it is: the guest reads what the sender wrote, not nothing.
 */
export function formatDate(value: unknown, format: string, settings: RenderSettings): unknown {
  const at = readDate(value, settings)
  if (at === undefined) return value
  if (!Object.hasOwn(styles, format)) return strftime(at, settings.locale, format)
  return dateFormatter(settings.locale, { timeZone: at.timeZoneId, ...styles[format] }).format(
    at.epochMilliseconds,
  )
}
