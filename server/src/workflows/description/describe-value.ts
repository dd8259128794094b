import type { DailyTime } from '@millrace/contract/calendar'
import { listInWords } from '@millrace/contract/in-words'
import type { Duration, NodeOf } from '@millrace/contract/node'

/** Values as people say them. */

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
