import { type Static, Type } from 'typebox'
import { nullable, Uuid, words } from '../common.ts'
import { listsWithViews, type SavedFilter, savedFilters } from './saved-filters.ts'

const Value = Type.Optional(Type.String({ minLength: 1, maxLength: 500, pattern: '^[^\\u0000-\\u001f]+$' }))
const Filters = Type.Object(
  Object.fromEntries(savedFilters.map(name => [name, Value])) as Record<SavedFilter, typeof Value>,
  { additionalProperties: false, description: 'What stands in the address of the list, by name.' },
)
const Name = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: '\\S',
  description: 'Without surrounding spaces.',
})

export const SavedView = Type.Object({
  id: Uuid,
  list: words(listsWithViews),
  name: Type.String(),
  filters: Filters,
  shared: Type.Boolean({ description: 'Whether every member of the organisation sees it.' }),
  own: Type.Boolean({ description: 'Whether the member who asks saved it.' }),
  saved_by: nullable(Type.String(), 'The name of the member who saved it; null: no longer a member.'),
})
export type SavedView = Static<typeof SavedView>

export const ViewList = Type.Object({ data: Type.Array(SavedView) })

export const NewView = Type.Object(
  { list: words(listsWithViews), name: Name, filters: Filters, shared: Type.Boolean() },
  { additionalProperties: false },
)
export type NewView = Static<typeof NewView>

export const ViewChange = Type.Object(
  { name: Type.Optional(Name), filters: Type.Optional(Filters), shared: Type.Optional(Type.Boolean()) },
  { additionalProperties: false, minProperties: 1 },
)
export type ViewChange = Static<typeof ViewChange>

export const ViewAnswer = Type.Object({ message: Type.String(), view: SavedView })
