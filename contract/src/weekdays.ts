import { listInWords } from './in-words.ts'
import { phrase, sayPhrase } from './say.ts'

/** As in ISO 8601: the first is Monday. */
export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

const said = [
  phrase`Monday`,
  phrase`Tuesday`,
  phrase`Wednesday`,
  phrase`Thursday`,
  phrase`Friday`,
  phrase`Saturday`,
  phrase`Sunday`,
]

export const weekdayInWords = (day: unknown): string => {
  const name = said[Number(day) - 1]
  return name === undefined ? String(day) : sayPhrase(name)
}

/** "Tuesday or Friday", from Monday on. */
export const weekdaysInWords = (days: readonly unknown[]): string =>
  listInWords(days.toSorted().map(weekdayInWords), 'or')
