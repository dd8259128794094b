import type { DailyTime } from '@millrace/contract/calendar'
import type { Scalar } from '@millrace/contract/condition'
import type { Duration, NodeOf } from '@millrace/contract/node'

/** Values as people say them. */

const LONGEST = 60

export const quoted = (text: string): string => `"${shortened(text)}"`

/** On one line, and not longer than one reads in passing. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).toWellFormed()}…`
}

export function valueInWords(value: Scalar): string {
  if (value === null) return 'nothing'
  return typeof value === 'string' ? quoted(value) : String(value)
}

export const durationInWords = ({ amount, unit }: Duration): string =>
  amount === 1 ? `1 ${unit.slice(0, -1)}` : `${amount} ${unit}`

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export function dailyTimeInWords({ time, weekdays }: DailyTime): string {
  if (weekdays === undefined) return time
  return `${time} on ${listInWords(
    weekdays.toSorted().map(day => weekdayNames[day - 1] as string),
    'or',
  )}`
}

export function untilInWords(until: NodeOf<'wait'>['until']): string {
  if ('after' in until) return durationInWords(until.after)
  if ('at' in until) return `until ${until.at}`
  return 'time' in until ? `until ${dailyTimeInWords(until.time)}` : 'until the venue is open'
}

/** "a, b or c". */
export function listInWords(entries: readonly string[], last: 'and' | 'or'): string {
  if (entries.length < 2) return entries.join('')
  return `${entries.slice(0, -1).join(', ')} ${last} ${entries.at(-1)}`
}
