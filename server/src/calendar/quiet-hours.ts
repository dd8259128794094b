import type { QuietHours } from '@millrace/contract/calendar'
import { contains, type Interval, intervalOn } from './interval.ts'
import { zonedMoment } from './wall-clock.ts'

/**
 * When the present quiet hours end and messages may go out again; undefined outside of quiet hours. Quiet hours that
 * cover every minute of the week are ignored: they would hold a message for ever.
 */
export function quietUntil(at: Date, zone: string, quiet: QuietHours): Date | undefined {
  if (neverEnds(quiet)) return undefined
  let until: Date | undefined
  let window = windowAround(at, zone, quiet)
  // One window can end where the next starts: two quiet days in a row, or a clock that skips the time between them.
  while (window !== undefined) {
    until = window.to
    window = windowAround(until, zone, quiet)
  }
  return until
}

function neverEnds({ from, to, weekdays }: QuietHours): boolean {
  const wholeDay = from === to || (from === '00:00' && to === '24:00')
  return wholeDay && (weekdays === undefined || new Set(weekdays).size === 7)
}

function windowAround(at: Date, zone: string, { from, to, weekdays }: QuietHours): Interval | undefined {
  const today = zonedMoment(at, zone).toPlainDate()
  for (const date of [today.subtract({ days: 1 }), today]) {
    if (weekdays !== undefined && !weekdays.includes(date.dayOfWeek)) continue
    const window = intervalOn(date, zone, { from, to })
    if (window !== undefined && contains(window, at)) return window
  }
  return undefined
}
