import { listInWords } from './in-words.ts'

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

/** "Tuesday or Friday", from Monday on. */
export const weekdaysInWords = (days: readonly unknown[]): string =>
  listInWords(
    days.toSorted().map(day => weekdayNames[Number(day) - 1] ?? String(day)),
    'or',
  )
