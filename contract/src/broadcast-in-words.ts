import type { BroadcastEvery, BroadcastRule, Pace } from './broadcast.ts'
import { listInWords } from './in-words.ts'
import { phrase, say, sayPhrase } from './say.ts'
import { weekdayInWords } from './weekdays.ts'

/** "every first Monday of the month at 10:00 by the venue's clock", "on 2026-12-24 at 16:00", "when a member sends it". */
export function broadcastTimeInWords({ once, every, clock }: BroadcastRule): string {
  const by = clock === 'venue' ? say` by the venue's clock` : ''
  if (once !== undefined) return say`on ${once.date} at ${once.time}${by}`
  return every === undefined ? say`when a member sends it` : say`${daysInWords(every)} at ${every.time}${by}`
}

const weeks: Readonly<Record<NonNullable<BroadcastEvery['week']>, string>> = {
  first: phrase`first`,
  second: phrase`second`,
  third: phrase`third`,
  fourth: phrase`fourth`,
  last: phrase`last`,
}

function daysInWords({ weekdays: days, week, month_day }: BroadcastEvery): string {
  if (month_day !== undefined) return say`on day ${month_day} of every month`
  if (days === undefined || (days.length === 7 && week === undefined)) return say`every day`
  const named = listInWords(days.toSorted((one, other) => one - other).map(weekdayInWords), 'and')
  return week === undefined ? say`every ${named}` : say`every ${sayPhrase(weeks[week])} ${named} of the month`
}

/** "at most 500 guests an hour". */
export const paceInWords = ({ guests, per }: Pace): string =>
  per === 'hour'
    ? say`at most ${guestsInWords(guests)} an hour`
    : say`at most ${guestsInWords(guests)} a minute`

const guestsInWords = (guests: number): string =>
  guests === 1 ? say`1 guest` : say`${guests.toLocaleString('en-GB')} guests`
