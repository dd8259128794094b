import { type DateRule, dateName } from '@millrace/contract/workflow'
import { Temporal } from 'temporal-polyfill'
import { readMoment } from '#calendar/read-moment.ts'
import { momentOf } from '#calendar/wall-clock.ts'
import type { FactRecord } from '../facts.ts'
import { type Slot, slotOn } from './slots.ts'

/** The dates whose guests are due on a day. */
export interface DueDates {
  /** The day that is celebrated: the day itself, or so many days later or earlier. */
  readonly occasion: string
  readonly year: number
  /** Month and day as one number; the 29th of February too, on the 28th of a year that has no 29th. */
  readonly monthDays: readonly number[]
}

export function dueOn(rule: DateRule, day: string): DueDates {
  const date = Temporal.PlainDate.from(day).add({ days: offsetOf(rule) })
  const monthDay = date.month * 100 + date.day
  const alsoLeap = rule.repeats === 'yearly' && monthDay === 228 && !date.inLeapYear
  return {
    occasion: date.toString(),
    year: date.year,
    monthDays: alsoLeap ? [monthDay, 229] : [monthDay],
  }
}

/** From the day on which guests are due to the day that is celebrated. */
const offsetOf = ({ days_before = 0, days_after = 0 }: DateRule) => days_before - days_after

/**
 * What distinguishes one occasion of a guest from another. A yearly one is once for each year, also when the date is
 * corrected meanwhile; another one is once for each date.
 */
export const occasionKey = (rule: DateRule, { occasion, year }: DueDates): string =>
  `${dateName(rule)} ${rule.repeats === 'yearly' ? year : occasion}`

/** What the run reads as parameters of its event. */
export const occasionParameters = (
  rule: DateRule,
  { occasion, year }: DueDates,
  since: number,
): FactRecord => ({
  ...whichDate(rule),
  occasion,
  ...(rule.repeats === 'yearly' ? { years: year - since } : {}),
})

/** The same by the hour. */
export const momentParameters = (rule: DateRule, date: Date): FactRecord => ({
  ...whichDate(rule),
  occasion: date.toISOString(),
})

const whichDate = ({ attribute = '', fact }: DateRule): FactRecord =>
  fact === undefined ? { attribute } : { fact }

/** Visits from a moment to another, which is not among them. */
export interface VisitTime {
  readonly from: Date
  readonly until: Date
  readonly year: number
}

/**
 * When the visits were that are celebrated: on the day itself, or on the same day of earlier years, back to the year of the
 * first visit of anyone.
 */
export function visitsDue(
  rule: DateRule,
  { occasion, year, monthDays }: DueDates,
  zone: string,
  firstYear: number,
): VisitTime[] {
  const begin = (date: Temporal.PlainDate) => momentOf(date.toPlainDateTime(), zone)
  const onDay = (date: Temporal.PlainDate): VisitTime => ({
    from: begin(date),
    until: begin(date.add({ days: 1 })),
    year: date.year,
  })
  if (rule.repeats === 'never') return [onDay(Temporal.PlainDate.from(occasion))]
  return Array.from({ length: Math.max(0, year - firstYear) }, (_, after) => firstYear + after).flatMap(
    earlier =>
      monthDays.flatMap(monthDay => {
        const date = { year: earlier, month: Math.floor(monthDay / 100), day: monthDay % 100 }
        const isLeap = Temporal.PlainDate.from({ ...date, day: 1 }).inLeapYear
        return monthDay === 229 && !isLeap ? [] : [onDay(Temporal.PlainDate.from(date))]
      }),
  )
}

/** The next moment after another at which a guest with this date is due; undefined where there is none. */
export function nextDateSlot(
  rule: DateRule,
  written: unknown,
  zone: string,
  after: Date,
): (Slot & { readonly due: DueDates; readonly since: number }) | undefined {
  const date = readDate(written)
  if (date === undefined) return undefined
  const slotOf = (occasion: Temporal.PlainDate) =>
    slotOn(occasion.subtract({ days: offsetOf(rule) }).toString(), rule.time ?? '00:00', zone)
  if (rule.repeats === 'never') {
    const slot = slotOf(date)
    return slot.at > after ? { ...slot, due: dueOn(rule, slot.day), since: date.year } : undefined
  }
  const first = Math.max(date.year + 1, after.getUTCFullYear() - 2)
  for (let year = first; year <= first + 5; year += 1) {
    const slot = slotOf(date.add({ years: year - date.year }))
    if (slot.at > after) return { ...slot, due: dueOn(rule, slot.day), since: date.year }
  }
  return undefined
}

const WRITTEN = /^(?!0000)\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}| *$)/

/** A date and time counts as its date, as in the function dates_in of the database. */
function readDate(written: unknown): Temporal.PlainDate | undefined {
  const text = typeof written === 'string' ? written.replace(/^ +/, '') : ''
  if (!WRITTEN.test(text)) return undefined
  const date = text.slice(0, '2026-01-01'.length)
  return readMoment(date, 'UTC') && Temporal.PlainDate.from(date)
}
