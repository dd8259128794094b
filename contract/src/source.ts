import { type Static, Type } from 'typebox'
import { nullable, Timestamp, Uuid, words } from './common.ts'

/** What the events of a source are, as a person declares it. */
export const EventKind = words(['visit', 'booking', 'no_show', 'review', 'refund'])
export type EventKind = Static<typeof EventKind>

const ParameterName = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000]+$' })

export const SourceMeaning = Type.Object(
  {
    kind: EventKind,
    amount: Type.Optional(nullable(ParameterName, 'The parameter that holds the amount.')),
    currency: Type.Optional(nullable(ParameterName, 'The parameter that holds the currency, such as GBP.')),
    covers: Type.Optional(
      nullable(ParameterName, 'The parameter that holds the number of guests at the table.'),
    ),
  },
  { $id: 'SourceMeaning', title: 'What the events of a source are', additionalProperties: false },
)
export type SourceMeaning = Static<typeof SourceMeaning>

/** What a source really sends, learnt from its events. */

const seen = {
  first_seen_at: Timestamp,
  last_seen_at: Timestamp,
}

export const Source = Type.Object(
  {
    source: nullable(Type.String(), 'null: events that name none.'),
    events: Type.Integer(),
    ...seen,
  },
  { $id: 'Source', title: 'A sending service' },
)
export type Source = Static<typeof Source>

export const FieldType = words(['text', 'number', 'boolean', 'null'])
export type FieldType = Static<typeof FieldType>

export const SourceField = Type.Object({
  key: Type.String(),
  types: Type.Array(
    Type.Object({
      type: FieldType,
      seen: Type.Integer(),
      ...seen,
      example: Type.Unsafe<number | boolean | null>({ type: ['number', 'boolean', 'null'] }),
    }),
  ),
  share: Type.Number({ description: 'In which share of the events it was, 0 to 1.' }),
})
export type SourceField = Static<typeof SourceField>

export const SourceReader = Type.Object({
  key: Type.String(),
  workflow_id: Uuid,
  workflow_name: Type.String(),
  document: words(['published', 'draft']),
  where: Type.Array(Type.String(), { description: 'trigger, exit, or the ids of nodes.' }),
})
export type SourceReader = Static<typeof SourceReader>

export const SourcePage = Type.Object(
  {
    ...Source.properties,
    fields: Type.Array(SourceField),
    meaning: nullable(SourceMeaning, 'What its events are; null: nothing in particular.'),
    rebuild: nullable(
      Type.Object({
        status: words(['running', 'done', 'failed', 'cancelled']),
        events: Type.Integer(),
        entries: Type.Integer(),
      }),
      'The latest rebuild of the ledger from its stored events.',
    ),
    drift: Type.Array(Type.String(), { description: 'What has changed about it, in sentences.' }),
    readers: Type.Array(SourceReader),
  },
  { $id: 'SourcePage', title: 'What a source sends, and who reads it' },
)
export type SourcePage = Static<typeof SourcePage>
