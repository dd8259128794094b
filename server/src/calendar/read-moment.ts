import { Temporal } from 'temporal-polyfill'
import { momentOf } from './wall-clock.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}(:?\d{2})?)?$/
const OFFSET = /([Zz]|[+-]\d{2}(:?\d{2})?)$/

/** Whether a text is a date without a time. */
export const isDate = (text: string): boolean => DATE.test(text.trim())

/**
 * The moment that a text names, as in ISO 8601: a date and time with its offset from UTC, or without one by the
 * venue's clock. A date alone is the start of that day there. undefined where it names none.
 */
export function readMoment(text: string, zone: string): Date | undefined {
  const written = text.trim()
  try {
    if (DATE.test(written)) {
      return momentOf(Temporal.PlainDate.from(written).toPlainDateTime(), zone)
    }
    if (!DATE_TIME.test(written)) return undefined
    if (OFFSET.test(written.slice('2026-01-01'.length))) {
      return new Date(Temporal.Instant.from(written).epochMilliseconds)
    }
    return momentOf(Temporal.PlainDateTime.from(written), zone)
  } catch {
    // A date that no calendar has, such as 30 February.
    return undefined
  }
}
