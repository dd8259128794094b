import type { Duration } from './calendar.ts'
import { fieldInWords } from './condition/field-in-words.ts'
import type { Found } from './condition/operators.ts'
import { valuesInWords } from './in-words.ts'
import type { MomentFromData, NumberFromData, ValueFromData, YesNoFromData } from './value.ts'

export const durationInWords = ({ amount, unit }: Duration): string =>
  amount === 1 ? `1 ${unit.slice(0, -1)}` : `${amount} ${unit}`

/** "24 hours before the event's booked_for", "the guest's birthday at 10:00". */
export function momentInWords({ field, before, after, time }: MomentFromData): string {
  const moved =
    before !== undefined
      ? `${durationInWords(before)} before `
      : after !== undefined
        ? `${durationInWords(after)} after `
        : ''
  return `${moved}${fieldInWords(field)}${time === undefined ? '' : ` at ${time}`}`
}

/** "the event's spend times 2, rounded down, at most 500". */
export function numberInWords({ field, times, plus, round, at_least, at_most, or }: NumberFromData): string {
  return [
    `${fieldInWords(field)}${times === undefined ? '' : ` times ${times}`}${plus === undefined ? '' : ` plus ${plus}`}`,
    ...(round === undefined ? [] : [round === 'nearest' ? 'rounded' : `rounded ${round}`]),
    ...(at_least === undefined ? [] : [`at least ${at_least}`]),
    ...(at_most === undefined ? [] : [`at most ${at_most}`]),
    ...(or === undefined ? [] : [`or ${or} where it is missing`]),
  ].join(', ')
}

/** "the event's member", "the event's member, or no where it is missing". */
const yesNoInWords = ({ field, or }: YesNoFromData): string =>
  `${fieldInWords(field)}${or === undefined ? '' : `, or ${or ? 'yes' : 'no'} where it is missing`}`

/** A value from data of any type. */
export function fromDataInWords(value: ValueFromData): string {
  if ('number' in value) return numberInWords(value.number)
  return 'moment' in value ? momentInWords(value.moment) : yesNoInWords(value.yes_no)
}

/** A value that was not in the data, as a step records it. */
export interface MissingValue {
  readonly field: string
  readonly expected: string
  readonly found?: Found
}

/** "the event's spend is nothing, not a number". */
export const missingInWords = ({ field, expected, found = null }: MissingValue): string =>
  `${fieldInWords(field)} is ${valuesInWords(found, 'and') || 'nothing'}, not ${expected}`
