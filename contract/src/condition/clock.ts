import type { Duration } from '../calendar.ts'

/** From a moment to another, in milliseconds since 1970. A moment is a span without length. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The present, and the calendar of the venue. Operators for moments have no other clock. */
export interface Clock {
  readonly now: number
  readonly timeZone: string
  /** The moment that a text names; for a date alone, that day. undefined where it names none. */
  read(text: string): Span | undefined
  before(moment: number, by: Duration): number
  after(moment: number, by: Duration): number
  /** "2026-07-01" */
  dateOf(moment: number): string
  /** "19:30" */
  timeOf(moment: number): string
  /** As in ISO 8601: 1 is Monday. */
  weekdayOf(moment: number): number
  /** The day of the first anniversary that is not over. 29 February is on the 28th in other years. */
  anniversaryOf(moment: number): Span
}
