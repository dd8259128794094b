import type { DailyTime } from '@millrace/contract/calendar'
import type { NodeOf } from '@millrace/contract/node'
import { durationInWords, momentInWords } from '@millrace/contract/value-in-words'
import { weekdaysInWords } from '@millrace/contract/weekdays'

/** Values in words. */

export function dailyTimeInWords({ time, weekdays }: DailyTime): string {
  if (weekdays === undefined) return time
  return `${time} on ${weekdaysInWords(weekdays)}`
}

export function untilInWords(until: NodeOf<'wait'>['until']): string {
  if ('after' in until) return durationInWords(until.after)
  if ('at' in until) return `until ${until.at}`
  if ('moment' in until) return `until ${momentInWords(until.moment)}`
  return 'time' in until ? `until ${dailyTimeInWords(until.time)}` : 'until the venue is open'
}
