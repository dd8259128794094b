import { type Static, Type } from 'typebox'
import { AnyObject, ListLinks, nullable, Timestamp, Uuid, words } from './common.ts'
import type { Condition } from './condition.ts'

/** A saved condition over guests, whose members are known. */

export const MOST_SEGMENTS = 100

const closed = { additionalProperties: false } as const

/** Its shape is checked in words for people, not by the schema: see `segmentFaults` of the server. */
const GivenCondition = Type.Unsafe<Record<string, unknown>>({
  ...AnyObject,
  description:
    'all, any, not, or a field of the guest with an operator and a value, as in workflows. A segment can also count ' +
    'events: guest.events.SOURCE.last_DAYS_days, all of them or those for which `where` holds.',
  examples: [
    {
      field: 'guest.events.till.last_60_days',
      where: { field: 'event.parameters.spend', operator: 'at_least', value: 50 },
      operator: 'at_least',
      value: 2,
    },
  ],
})

const name = Type.String({ minLength: 1, maxLength: 100, examples: ['Regulars'] })
const description = nullable(Type.String({ maxLength: 500 }))

export const NewSegment = Type.Object(
  { name, description: Type.Optional(description), condition: GivenCondition },
  { $id: 'NewSegment', title: 'A segment to create', ...closed },
)
export type NewSegment = Static<typeof NewSegment>

export const SegmentChange = Type.Object(
  {
    name: Type.Optional(nullable(name)),
    description: Type.Optional(description),
    condition: Type.Optional(nullable(GivenCondition)),
  },
  {
    $id: 'SegmentChange',
    title: 'What is to change about a segment',
    examples: [{ description: 'Two visits or more in 60 days' }],
    minProperties: 1,
    ...closed,
  },
)
export type SegmentChange = Static<typeof SegmentChange>

export const SegmentUse = Type.Object(
  { type: words(['workflow', 'segment']), id: Uuid, name: Type.String() },
  { $id: 'SegmentUse', title: 'Who uses a segment' },
)
export type SegmentUse = Static<typeof SegmentUse>

export const Segment = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    description: nullable(Type.String()),
    condition: Type.Unsafe<Condition>(AnyObject),
    sentence: Type.String({ description: 'The condition in words.' }),
    members: Type.Integer({ minimum: 0, description: 'How many guests are in it.' }),
    is_counting: Type.Boolean({
      description:
        'Not every guest was considered since its condition was changed: members is not complete yet.',
    }),
    counted_at: nullable(
      Timestamp,
      'When every guest was considered last. Changes are considered within a minute.',
    ),
    used_by: Type.Array(SegmentUse, {
      description:
        'Workflows that are not archived, and other segments. It cannot be deleted while there are any.',
    }),
    created_by: Type.String(),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: 'Segment', title: 'A segment' },
)
export type Segment = Static<typeof Segment>

export const SegmentAnswer = Type.Object(
  { message: Type.String(), segment: Segment },
  { $id: 'SegmentAnswer', title: 'A segment, and what was done' },
)
export type SegmentAnswer = Static<typeof SegmentAnswer>

export const SegmentList = Type.Object(
  { data: Type.Array(Segment) },
  { $id: 'SegmentList', title: 'All segments' },
)
export type SegmentList = Static<typeof SegmentList>

export const SegmentDeleted = Type.Object(
  { message: Type.String() },
  { $id: 'SegmentDeleted', title: 'A segment is deleted' },
)

export const SegmentGuest = Type.Object(
  {
    id: Uuid,
    name: nullable(Type.String()),
    email: nullable(Type.String()),
    phone: nullable(Type.String()),
    entered_at: Timestamp,
  },
  { $id: 'SegmentGuest', title: 'A guest in a segment' },
)
export type SegmentGuest = Static<typeof SegmentGuest>

export const SegmentGuestList = Type.Object(
  { data: Type.Array(SegmentGuest), links: ListLinks },
  { $id: 'SegmentGuestList', title: 'Guests in a segment' },
)
export type SegmentGuestList = Static<typeof SegmentGuestList>

/** By the clock of the organisation, at most ninety days. */
export const SegmentGrowth = Type.Object({
  time_zone: Type.String(),
  data: Type.Array(
    Type.Object({
      day: Type.String({ examples: ['2026-05-17'] }),
      members: Type.Integer({ minimum: 0, description: 'How many guests were in it at the end of the day.' }),
      entered: Type.Integer({ minimum: 0 }),
      left: Type.Integer({ minimum: 0 }),
    }),
  ),
})
export type SegmentGrowth = Static<typeof SegmentGrowth>

export const SegmentQuestion = Type.Object(
  {
    condition: GivenCondition,
    segment: Type.Optional(
      nullable(Uuid, 'The segment that is to get this condition, so that a circle is found.'),
    ),
  },
  { $id: 'SegmentQuestion', title: 'A condition to preview', ...closed },
)
export type SegmentQuestion = Static<typeof SegmentQuestion>

export const SegmentPreview = Type.Object(
  {
    members: Type.Integer({ minimum: 0, description: 'For how many guests it holds now.' }),
    sentence: Type.String({ description: 'The condition in words.' }),
    sample: Type.Array(Type.Object({ id: Uuid, name: nullable(Type.String()) }), {
      description: 'Up to ten of them.',
    }),
  },
  { $id: 'SegmentPreview', title: 'Who would be in a segment' },
)
export type SegmentPreview = Static<typeof SegmentPreview>
