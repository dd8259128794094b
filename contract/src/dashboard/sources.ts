import { type Static, Type } from 'typebox'
import { nullable } from '../common.ts'
import {
  SourceField,
  SourceMeaning as SourceMeaningNamed,
  Source as SourceNamed,
  SourcePage as SourcePageNamed,
} from '../source.ts'
import { Job } from './jobs.ts'
import { plain } from './plain.ts'

export const Source = plain(SourceNamed)

const SeenType = Type.Object({
  ...SourceField.properties.types.items.properties,
  example: Type.Unsafe<number | boolean | null>({ type: ['number', 'boolean', 'null'] }),
})

export const SourcePage = Type.Object({
  ...plain(SourcePageNamed).properties,
  fields: Type.Array(Type.Object({ ...SourceField.properties, types: Type.Array(SeenType) })),
})

const SourceName = nullable(
  Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000]+$' }),
  'null: events that name none.',
)
const closed = { additionalProperties: false } as const
const SourceMeaning = plain(SourceMeaningNamed)

export const MeaningChange = Type.Object(
  {
    source: SourceName,
    meaning: nullable(SourceMeaning),
    rebuild: Type.Optional(
      Type.Boolean({ description: 'Also rebuild the ledger from the stored events of the source.' }),
    ),
  },
  closed,
)
export const MeaningAnswer = Type.Object({
  message: Type.String(),
  changed: Type.Boolean({ description: 'false: that is what it was already.' }),
  job: nullable(Job),
})
export const RebuildRequest = Type.Object({ source: SourceName }, closed)

const SourceInList = Type.Object({
  ...Source.properties,
  meaning: nullable(SourceMeaning, 'What its events are; null: nothing in particular.'),
})
export type SourceInList = Static<typeof SourceInList>

export const SourceList = Type.Object({
  data: Type.Array(SourceInList),
  more: Type.Boolean({ description: 'There are more than these, of which less came.' }),
})
