import { Type } from 'typebox'
import { SourceField, Source as SourceNamed, SourcePage as SourcePageNamed } from '../source.ts'
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

export const SourceList = Type.Object({
  data: Type.Array(Source),
  more: Type.Boolean({ description: 'There are more than these, of which less came.' }),
})
