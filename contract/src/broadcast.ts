import { type Static, Type } from 'typebox'
import { TimeOfDay, Weekdays } from './calendar.ts'
import { Uuid, words } from './common.ts'

/** A message to the members of a segment: when, by which clock and how fast their runs start. */

const closed = { additionalProperties: false }

/** Once, on a day and at a time of day. */
export const BroadcastOnce = Type.Object(
  { date: Type.String({ format: 'date', examples: ['2026-12-24'] }), time: TimeOfDay },
  closed,
)

/** Again and again: every day, on days of the week, on such a day of the month, or on a day of the month by its number. */
export const BroadcastEvery = Type.Object(
  {
    time: TimeOfDay,
    weekdays: Type.Optional(Weekdays),
    /** Only in this week of the month: `first` with 1 is the first Monday. */
    week: Type.Optional(words(['first', 'second', 'third', 'fourth', 'last'])),
    /** In a month that is shorter, its last day. */
    month_day: Type.Optional(Type.Integer({ minimum: 1, maximum: 31 })),
  },
  closed,
)
export type BroadcastEvery = Static<typeof BroadcastEvery>

export const Pace = Type.Object(
  { guests: Type.Integer({ minimum: 1, maximum: 1_000_000 }), per: words(['minute', 'hour']) },
  closed,
)
export type Pace = Static<typeof Pace>

export const BroadcastRule = Type.Object(
  {
    /** The segment whose members it is for. */
    segment: Uuid,
    /** With neither `once` nor `every`, a person sends it. */
    once: Type.Optional(BroadcastOnce),
    every: Type.Optional(BroadcastEvery),
    /** venue: by the clock of the venue that each guest visited last. Absent: the organisation's. */
    clock: Type.Optional(words(['organisation', 'venue'])),
    /** How many guests start at most. Absent: as many as the server can. */
    pace: Type.Optional(Pace),
    /** What happens when the server was off at the time. Absent: skip. */
    if_late: Type.Optional(words(['skip', 'start'])),
  },
  closed,
)
export type BroadcastRule = Static<typeof BroadcastRule>

/** Whether a person sends it, and no clock. */
export const isSentByHand = ({ once, every }: BroadcastRule): boolean =>
  once === undefined && every === undefined
