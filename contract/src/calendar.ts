import { type Static, Type } from 'typebox'
import { words } from './common.ts'

/** Times of day and dates as people write them. The venue's time zone gives them their meaning. */

export const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['09:30'] })

/** 24:00 is the midnight at the end of the day. */
const EndOfSpan = Type.String({ pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$', examples: ['24:00'] })

export const Weekdays = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
  minItems: 1,
  maxItems: 7,
  uniqueItems: true,
  description: 'As in ISO 8601: 1 is Monday, 7 is Sunday. Absent: every day.',
})

export const DailyTime = Type.Object(
  { time: TimeOfDay, weekdays: Type.Optional(Weekdays) },
  { additionalProperties: false },
)
export type DailyTime = Static<typeof DailyTime>

/** Minutes and hours are lengths of time; days, weeks and months keep the time of day in the venue's time zone. */
export const CalendarDuration = Type.Object(
  {
    amount: Type.Integer({ minimum: 1, maximum: 100_000 }),
    unit: words(['minutes', 'hours', 'days', 'weeks', 'months']),
  },
  { additionalProperties: false },
)
export type CalendarDuration = Static<typeof CalendarDuration>

const Unit = words(['seconds', 'minutes', 'hours', 'days', 'weeks', 'months'])
export type Unit = Static<typeof Unit>

/** A length of time in units up to hours. For days and longer, see CalendarDuration. */
export const Duration = Type.Object(
  { amount: Type.Integer({ minimum: 1, maximum: 100_000 }), unit: Unit },
  { additionalProperties: false },
)
export type Duration = Static<typeof Duration>

/**
 * A `to` that is not after `from` is on the next day: 18:00 to 02:00 ends on the next day, and 00:00 to 00:00 is a
 * whole day.
 */
export const OpenSpan = Type.Object({ from: TimeOfDay, to: EndOfSpan }, { additionalProperties: false })
export type OpenSpan = Static<typeof OpenSpan>

const OpenSpans = Type.Array(OpenSpan, { maxItems: 10 })

/** Hours belong to the day on which they start: a closed Tuesday does not affect Monday's hours until 02:00. */
export const OpeningHours = Type.Object(
  {
    /** A missing weekday is closed. */
    weekly: Type.Object(
      {
        monday: Type.Optional(OpenSpans),
        tuesday: Type.Optional(OpenSpans),
        wednesday: Type.Optional(OpenSpans),
        thursday: Type.Optional(OpenSpans),
        friday: Type.Optional(OpenSpans),
        saturday: Type.Optional(OpenSpans),
        sunday: Type.Optional(OpenSpans),
      },
      { additionalProperties: false },
    ),
    /** Replaces the weekday's hours on one date. No spans means closed. */
    exceptions: Type.Optional(
      Type.Array(
        Type.Object(
          {
            date: Type.String({ format: 'date', examples: ['2026-12-25'] }),
            spans: OpenSpans,
            note: Type.Optional(Type.String({ maxLength: 200 })),
          },
          { additionalProperties: false },
        ),
        { maxItems: 1000 },
      ),
    ),
  },
  { additionalProperties: false },
)
export type OpeningHours = Static<typeof OpeningHours>

/** A `to` that is not after `from` is on the next day. The weekdays are those on which the quiet hours start. */
export const QuietHours = Type.Object(
  { from: TimeOfDay, to: EndOfSpan, weekdays: Type.Optional(Weekdays) },
  { additionalProperties: false },
)
export type QuietHours = Static<typeof QuietHours>
