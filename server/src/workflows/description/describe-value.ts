import type { DailyTime } from '@millrace/contract/calendar'
import { listInWords } from '@millrace/contract/in-words'
import type { NodeOf } from '@millrace/contract/node'
import { durationInWords, momentInWords } from '@millrace/contract/value-in-words'

/** Values in words. */

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
  if ('moment' in until) return `until ${momentInWords(until.moment)}`
  return 'time' in until ? `until ${dailyTimeInWords(until.time)}` : 'until the venue is open'
}
