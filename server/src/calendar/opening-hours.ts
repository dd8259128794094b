import type { OpeningHours, OpenSpan } from '@millrace/contract/calendar'
import type { Temporal } from 'temporal-polyfill'
import { contains, type Interval, intervalOn } from './interval.ts'
import { zonedMoment } from './wall-clock.ts'

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** More than a year, for a venue that opens for one season. */
const DAYS_AHEAD = 400

export function isOpen(at: Date, zone: string, hours: OpeningHours): boolean {
  const today = zonedMoment(at, zone).toPlainDate()
  // No span is longer than a day, so a span that is open now started today or yesterday.
  return [today.subtract({ days: 1 }), today].some(date =>
    intervalsOn(date, zone, hours).some(interval => contains(interval, at)),
  )
}

/** Now, when it is open; otherwise when it opens next; undefined when it does not open within 400 days. */
export function nextOpening(at: Date, zone: string, hours: OpeningHours): Date | undefined {
  if (isOpen(at, zone, hours)) return at
  const today = zonedMoment(at, zone).toPlainDate()
  for (let days = 0; days <= DAYS_AHEAD; days += 1) {
    const openings = intervalsOn(today.add({ days }), zone, hours)
      .map(({ from }) => from)
      .filter(from => from > at)
    const [first] = openings.toSorted((a, b) => a.getTime() - b.getTime())
    if (first !== undefined) return first
  }
  return undefined
}

function intervalsOn(date: Temporal.PlainDate, zone: string, hours: OpeningHours): Interval[] {
  return spansOn(date, hours).flatMap(span => intervalOn(date, zone, span) ?? [])
}

function spansOn(date: Temporal.PlainDate, { weekly, exceptions = [] }: OpeningHours): readonly OpenSpan[] {
  const iso = date.toString()
  const exception = exceptions.find(({ date }) => date === iso)
  return exception?.spans ?? weekly[WEEKDAYS[date.dayOfWeek - 1] as (typeof WEEKDAYS)[number]] ?? []
}
