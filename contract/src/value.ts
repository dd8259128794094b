import { type Static, Type } from 'typebox'
import { Duration, TimeOfDay } from './calendar.ts'
import { words } from './common.ts'

/**
 * A value is either written down or taken from data. A value from data names a field, as conditions do, and the
 * operations on it. Every operation is a separate field, so that a form can build it and a run can explain it.
 */

const closed = { additionalProperties: false } as const

export const FieldName = Type.String({ minLength: 1, maxLength: 250 })

export const Rounding = words(['down', 'nearest', 'up'])
export type Rounding = Static<typeof Rounding>

/**
 * Applied in the order of its fields: the field, times, plus, rounded to a whole number, and kept within both bounds.
 */
export const NumberFromData = Type.Object(
  {
    field: FieldName,
    times: Type.Optional(Type.Number()),
    plus: Type.Optional(Type.Number()),
    round: Type.Optional(Rounding),
    at_least: Type.Optional(Type.Number()),
    at_most: Type.Optional(Type.Number()),
    /** The result where the field is missing or not a number. */
    or: Type.Optional(Type.Number()),
  },
  closed,
)
export type NumberFromData = Static<typeof NumberFromData>

/** The moment in the field, moved by one duration, then set to a time of day by the venue's clock. */
export const MomentFromData = Type.Object(
  {
    /** A date or a date and time, as in ISO 8601. Without an offset from UTC it is by the venue's clock. */
    field: FieldName,
    before: Type.Optional(Duration),
    after: Type.Optional(Duration),
    time: Type.Optional(TimeOfDay),
  },
  closed,
)
export type MomentFromData = Static<typeof MomentFromData>

/** Yes or no, as the field has it. */
export const YesNoFromData = Type.Object(
  {
    field: FieldName,
    /** The result where the field is missing or neither true nor false. */
    or: Type.Optional(Type.Boolean()),
  },
  closed,
)
export type YesNoFromData = Static<typeof YesNoFromData>

/** A value from data where several types are possible: its one field says which. A text from data is a template. */
export const ValueFromData = Type.Union([
  Type.Object({ number: NumberFromData }, closed),
  Type.Object({ moment: MomentFromData }, closed),
  Type.Object({ yes_no: YesNoFromData }, closed),
])
export type ValueFromData = Static<typeof ValueFromData>
