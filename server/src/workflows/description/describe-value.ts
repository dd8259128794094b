import type { DailyTime } from '@millrace/contract/calendar'
import type { NodeOf } from '@millrace/contract/node'
import { say } from '@millrace/contract/say'
import { durationInWords, momentInWords } from '@millrace/contract/value-in-words'
import { weekdaysInWords } from '@millrace/contract/weekdays'

/** Values in words. */

export function dailyTimeInWords({ time, weekdays }: DailyTime): string {
  if (weekdays === undefined) return time
  return say`${time} on ${weekdaysInWords(weekdays)}`
}

export function untilInWords(until: NodeOf<'wait'>['until']): string {
  if ('after' in until) return durationInWords(until.after)
  if ('at' in until) return say`until ${until.at}`
  if ('moment' in until) return say`until ${momentInWords(until.moment)}`
  return 'time' in until ? say`until ${dailyTimeInWords(until.time)}` : say`until the venue is open`
}
