import type { OpeningHours, OpenSpan } from '@millrace/contract/calendar'
import { weekdayInWords } from '@millrace/contract/weekdays'
import { dateFormat } from '../../language/format.ts'
import { t } from '../../language/words.ts'
import { weekdays } from './weekdays.ts'

/** Each day with its hours, and then the special days: for those who read it and cannot change it. */
export function hoursInWords({ weekly, exceptions = [] }: OpeningHours): (readonly [string, string])[] {
  return [
    ...weekdays.map((day, place) => [weekdayInWords(place + 1), spansInWords(weekly[day] ?? [])] as const),
    ...exceptions.map(
      ({ date, spans, note }) =>
        [note ? `${dayInWords(date)}, ${note}` : dayInWords(date), spansInWords(spans)] as const,
    ),
  ]
}

const spansInWords = (spans: readonly OpenSpan[]): string =>
  spans.length === 0 ? t`closed` : spans.map(({ from, to }) => `${from}–${to}`).join(', ')

/** A day of the calendar, wherever the reader is. */
const dayInWords = (date: string): string =>
  dateFormat({ dateStyle: 'medium' }, 'UTC').format(new Date(`${date}T12:00:00Z`))
