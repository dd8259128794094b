import type { MomentFromData } from '@millrace/contract/value'
import { isDate } from '#calendar/read-moment.ts'
import { zonedMoment } from '#calendar/wall-clock.ts'
import type { Facts } from '../facts.ts'
import { momentFrom } from './moment-value.ts'
import { type NotFound, readField } from './read-field.ts'

export type WrittenMoment = { readonly ok: true; readonly text: string } | NotFound

const days: ReadonlySet<string> = new Set(['days', 'weeks', 'months'])

/**
 * A moment from data as a text that is read as the same moment everywhere: by the venue's clock, with its offset from
 * UTC. A date that was only moved by days stays a date: a birthday has no time.
 */
export function writtenMoment(value: MomentFromData, facts: Facts, timeZone: string): WrittenMoment {
  const found = momentFrom(value, facts, timeZone)
  if (!found.ok) return found
  const zoned = zonedMoment(found.moment, timeZone)
  const text = staysDate(value, facts)
    ? zoned.toPlainDate().toString()
    : zoned.toString({ timeZoneName: 'never' })
  // Years behind 9999 are written with six digits and a sign, which nobody reads.
  if (/^\d{4}-/.test(text)) return { ok: true, text }
  const { field } = value
  return {
    ok: false,
    field,
    expected: 'a date before the year 10000',
    found: readField(field, facts) ?? null,
  }
}

function staysDate({ field, before, after, time }: MomentFromData, facts: Facts): boolean {
  const unit = (before ?? after)?.unit
  const written = readField(field, facts)
  return (
    time === undefined &&
    (unit === undefined || days.has(unit)) &&
    typeof written === 'string' &&
    isDate(written)
  )
}
