import type { Duration } from './calendar.ts'
import { fieldInWords } from './condition/field-in-words.ts'
import type { Found } from './condition/operators.ts'
import { valuesInWords } from './in-words.ts'
import { say, sayCount, sayPhrase } from './say.ts'
import type { MomentFromData, NumberFromData, ValueFromData, YesNoFromData } from './value.ts'

export function durationInWords({ amount, unit }: Duration): string {
  switch (unit) {
    case 'seconds':
      return sayCount(amount, '# second', '# seconds')
    case 'minutes':
      return sayCount(amount, '# minute', '# minutes')
    case 'hours':
      return sayCount(amount, '# hour', '# hours')
    case 'days':
      return sayCount(amount, '# day', '# days')
    case 'weeks':
      return sayCount(amount, '# week', '# weeks')
    case 'months':
      return sayCount(amount, '# month', '# months')
  }
}

/** "24 hours before the event's booked_for", "the guest's birthday at 10:00". */
export function momentInWords({ field, before, after, time }: MomentFromData): string {
  const moved =
    before !== undefined
      ? say`${durationInWords(before)} before `
      : after !== undefined
        ? say`${durationInWords(after)} after `
        : ''
  const moment = `${moved}${fieldInWords(field)}`
  return time === undefined ? moment : say`${moment} at ${time}`
}

/** "the event's spend times 2, rounded down, at most 500". */
export function numberInWords({ field, times, plus, round, at_least, at_most, or }: NumberFromData): string {
  return [
    `${fieldInWords(field)}${times === undefined ? '' : say` times ${times}`}${plus === undefined ? '' : say` plus ${plus}`}`,
    ...(round === undefined ? [] : [roundedInWords(round)]),
    ...(at_least === undefined ? [] : [say`at least ${at_least}`]),
    ...(at_most === undefined ? [] : [say`at most ${at_most}`]),
    ...(or === undefined ? [] : [say`or ${or} where it is missing`]),
  ].join(', ')
}

const roundedInWords = (round: NonNullable<NumberFromData['round']>): string =>
  round === 'nearest' ? say`rounded` : round === 'up' ? say`rounded up` : say`rounded down`

/** "the event's member", "the event's member, or no where it is missing". */
const yesNoInWords = ({ field, or }: YesNoFromData): string =>
  `${fieldInWords(field)}${or === undefined ? '' : say`, or ${or ? say`yes` : say`no`} where it is missing`}`

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
  say`${fieldInWords(field)} is ${valuesInWords(found, 'and') || say`nothing`}, not ${sayPhrase(expected)}`
