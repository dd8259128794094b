import type { Duration, OpenSpan } from '../calendar.ts'
import { phrase } from '../say.ts'
import type { Clock, Span } from './clock.ts'
import type { Expected, Found, OperatorRow } from './operators.ts'

/**
 * Comparisons of moments, by the clock of the venue. A text is a moment as in ISO 8601; a date alone is the whole day.
 * Anything else, including a missing field, is none, and then no operator holds.
 *
 * - before, after: entirely. A day is before a moment when it is over by then.
 * - within_last, within_next: between the present and a duration ago or ahead. A day counts if a part of it does.
 * - on_day_of: on the same date.
 * - anniversary_within: the date comes round again, today or within a duration. The day itself is no anniversary.
 * - time_between: from a time of day until before another. A date alone has no time.
 * - on_weekday: one of some days of the week.
 */

const dates = { offeredFor: ['moment'], alsoFor: ['text'] } as const

export const momentOperators = {
  before: { ...dates, takes: 'a date', words: phrase`is before`, ...compared(isBefore) },
  after: {
    ...dates,
    takes: 'a date',
    words: phrase`is after`,
    ...compared((one, other) => isBefore(other, one)),
  },
  on_day_of: {
    ...dates,
    takes: 'a date',
    words: phrase`is on the day of`,
    ...compared((one, other, clock) => clock.dateOf(one.from) === clock.dateOf(other.from)),
  },
  within_last: {
    ...dates,
    takes: 'a duration',
    words: phrase`is within the last`,
    readsNow: true,
    ...measured(({ from, to }, by, clock) => {
      if (from > clock.now) return false
      const since = clock.before(clock.now, by)
      return from >= since || to > since
    }),
  },
  within_next: {
    ...dates,
    takes: 'a duration',
    words: phrase`is within the next`,
    readsNow: true,
    ...measured(
      ({ from, to }, by, clock) =>
        (from >= clock.now || to > clock.now) && from <= clock.after(clock.now, by),
    ),
  },
  anniversary_within: {
    ...dates,
    takes: 'a duration',
    words: phrase`has an anniversary within the next`,
    readsNow: true,
    ...measured(({ from }, by, clock) => clock.anniversaryOf(from).from <= clock.after(clock.now, by)),
  },
  time_between: {
    ...dates,
    takes: 'two times of day',
    words: phrase`is at a time between`,
    holds(found, expected, clock) {
      const moment = momentIn(found, clock)
      return moment !== undefined && !isDay(moment) && isTimes(expected)
        ? isBetween(clock.timeOf(moment.from), expected)
        : false
    },
    unfit(found, _expected, clock) {
      const moment = momentIn(found, clock)
      if (moment === undefined) return notADate(found)
      return isDay(moment) ? phrase`it is a date without a time` : undefined
    },
  },
  on_weekday: {
    ...dates,
    takes: 'days of the week',
    words: phrase`is on a`,
    holds(found, expected, clock) {
      const moment = momentIn(found, clock)
      return moment !== undefined && Array.isArray(expected)
        ? expected.includes(clock.weekdayOf(moment.from))
        : false
    },
    unfit: (found, _expected, clock) => (momentIn(found, clock) === undefined ? notADate(found) : undefined),
  },
} as const satisfies Record<string, OperatorRow>

type Decision = Pick<OperatorRow, 'holds' | 'unfit'>

/** Two moments. */
function compared(decide: (one: Span, other: Span, clock: Clock) => boolean): Decision {
  return {
    holds(found, expected, clock) {
      const one = momentIn(found, clock)
      const other = momentIn(expected, clock)
      return one !== undefined && other !== undefined && decide(one, other, clock)
    },
    unfit(found, expected, clock) {
      if (momentIn(found, clock) === undefined) return notADate(found)
      return momentIn(expected, clock) === undefined
        ? notADate(expected, phrase`the other is missing`, phrase`the other is not a date`)
        : undefined
    },
  }
}

/** A moment and a length of time before or after the present. */
function measured(decide: (moment: Span, by: Duration, clock: Clock) => boolean): Decision {
  return {
    holds(found, expected, clock) {
      const moment = momentIn(found, clock)
      return moment !== undefined && isDuration(expected) && decide(moment, expected, clock)
    },
    unfit: (found, _expected, clock) => (momentIn(found, clock) === undefined ? notADate(found) : undefined),
  }
}

const momentIn = (value: Found | Expected, clock: Clock): Span | undefined =>
  typeof value === 'string' ? clock.read(value) : undefined

const isDay = ({ from, to }: Span) => to > from

function isBefore(one: Span, other: Span): boolean {
  return one.from < other.from && one.to <= other.from
}

/** A second time that is not after the first is on the next day. */
const isBetween = (time: string, { from, to }: OpenSpan): boolean =>
  from < to ? from <= time && time < to : from <= time || time < to

const isDuration = (value: Expected): value is Duration =>
  value !== null && typeof value === 'object' && 'unit' in value

const isTimes = (value: Expected): value is OpenSpan =>
  value !== null && typeof value === 'object' && 'to' in value

const notADate = (
  value: Found | Expected,
  missing = phrase`it is missing`,
  other = phrase`it is not a date`,
): string => (value === undefined || value === null ? missing : other)
