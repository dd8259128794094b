import type { MomentFromData } from '@millrace/contract/value'
import { Temporal } from 'temporal-polyfill'
import { momentAfter, momentBefore } from '#calendar/duration.ts'
import { readMoment } from '#calendar/read-moment.ts'
import { momentOf, zonedMoment } from '#calendar/wall-clock.ts'
import type { Facts } from '../facts.ts'
import { type NotFound, readField } from './read-field.ts'

/** Not found: the field is missing, or its value is not a time. */
export type MomentFound = { readonly ok: true; readonly moment: Date } | NotFound

/** A time from data, in the given time zone. */
export function momentFrom(value: MomentFromData, facts: Facts, timeZone: string): MomentFound {
  const { field, before, after, time } = value
  const found = readField(field, facts)
  const written = typeof found === 'string' ? readMoment(found, timeZone) : undefined
  if (written === undefined) return { ok: false, field, expected: 'a date', found: found ?? null }
  let moment = written
  if (before !== undefined) moment = momentBefore(moment, timeZone, before)
  if (after !== undefined) moment = momentAfter(moment, timeZone, after)
  if (time !== undefined) moment = atTime(moment, timeZone, time)
  return { ok: true, moment }
}

/** The same day in the venue's time zone, at another time. */
function atTime(moment: Date, timeZone: string, time: string): Date {
  const day = zonedMoment(moment, timeZone).toPlainDate()
  return momentOf(day.toPlainDateTime(Temporal.PlainTime.from(time)), timeZone)
}
