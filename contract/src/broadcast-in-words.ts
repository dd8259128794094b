import type { BroadcastEvery, BroadcastRule, Pace } from './broadcast.ts'
import { listInWords } from './in-words.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** "every first Monday of the month at 10:00 by the venue's clock", "on 2026-12-24 at 16:00", "when a member sends it". */
export function broadcastTimeInWords({ once, every, clock }: BroadcastRule): string {
  const by = clock === 'venue' ? " by the venue's clock" : ''
  if (once !== undefined) return `on ${once.date} at ${once.time}${by}`
  return every === undefined ? 'when a member sends it' : `${daysInWords(every)} at ${every.time}${by}`
}

function daysInWords({ weekdays: days, week, month_day }: BroadcastEvery): string {
  if (month_day !== undefined) return `on day ${month_day} of every month`
  if (days === undefined || (days.length === 7 && week === undefined)) return 'every day'
  const named = listInWords(
    days.toSorted((one, other) => one - other).map(day => weekdays[day - 1] as string),
    'and',
  )
  return week === undefined ? `every ${named}` : `every ${week} ${named} of the month`
}

/** "at most 500 guests an hour". */
export const paceInWords = ({ guests, per }: Pace): string =>
  `at most ${guests.toLocaleString('en-GB')} ${guests === 1 ? 'guest' : 'guests'} ${per === 'hour' ? 'an hour' : 'a minute'}`
