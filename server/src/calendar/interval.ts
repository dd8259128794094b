import type { OpenSpan } from '@millrace/contract/calendar'
import { Temporal } from 'temporal-polyfill'
import { hasDate, momentOf } from './wall-clock.ts'

/** Includes its start and excludes its end. */
export interface Interval {
  readonly from: Date
  readonly to: Date
}

/** When a span that starts on this date takes place; undefined when the clock skips all of it. */
export function intervalOn(
  date: Temporal.PlainDate,
  zone: string,
  { from, to }: OpenSpan,
): Interval | undefined {
  if (!hasDate(date, zone)) return undefined
  // Times of day have two digits for each part, so the texts sort in the order of the times.
  const endDate = to <= from || to === '24:00' ? date.add({ days: 1 }) : date
  const start = momentOf(date.toPlainDateTime(Temporal.PlainTime.from(from)), zone)
  const endTime = Temporal.PlainTime.from(to === '24:00' ? '00:00' : to)
  const end = momentOf(endDate.toPlainDateTime(endTime), zone)
  return start < end ? { from: start, to: end } : undefined
}

export const contains = (interval: Interval, at: Date): boolean => interval.from <= at && at < interval.to
