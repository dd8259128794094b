import { type Static, type TSchema, Type } from 'typebox'
import { uuidPattern } from './uuid-pattern.ts'

/** An id as it is stored, in lower case. Without ends, for texts that contain one. */
export const storedUuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

export const Uuid = Type.String({ pattern: uuidPattern, examples: ['0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e'] })

export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC.' })

export const AnyObject = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

/** One of a list of words. Not a union of literals, because the serializer would try each of those in turn. */
export const words = <const T extends readonly string[]>(values: T, options: { description?: string } = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options })

/** What has one type, or null. Not a union, for the same reason. */
export const nullable = <T extends TSchema>(schema: T, description?: string) =>
  Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [(schema as { type?: string }).type as string, 'null'],
    ...('enum' in schema ? { enum: [...(schema.enum as unknown[]), null] } : {}),
    ...(description ? { description } : {}),
  })

/** How many rows a list has. */
export const ListCount = Type.Object({
  count: nullable(Type.Integer(), 'Up to ten thousand. null: counting them would take too long.'),
  more: Type.Boolean({ description: 'There are more than were counted.' }),
})
export type ListCount = Static<typeof ListCount>

/** Returned with the data of a list: the address of the next page, which has an opaque cursor, or null. */
export const ListLinks = Type.Object(
  { next: nullable(Type.String()) },
  { $id: 'ListLinks', title: 'Links of a list' },
)
export type ListLinks = Static<typeof ListLinks>

/** Query values arrive as text: a pattern checks them without coercion. */
export const limitPattern = '^([1-9]|[1-9][0-9]|100)$'

export const PageQuery = {
  limit: Type.Optional(
    Type.String({ pattern: limitPattern, description: 'Rows a page, 1 to 100. Default 50.' }),
  ),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'From links.next.' })),
}

/** By what a list of the dashboard is sorted: a name, or the name after a minus for the other way round. */
export const sortedBy = <const Name extends string>(...names: readonly Name[]) => ({
  sort: Type.Optional(
    words(
      names.flatMap(name => [name, `-${name}`] as const),
      { description: 'With a minus: the largest or newest first.' },
    ),
  ),
})

/** One word of a list, or several with commas between them: a filter. */
export const severalOf = (values: readonly string[], description?: string) =>
  Type.String({
    pattern: `^(${values.join('|')})(,(${values.join('|')})){0,${values.length - 1}}$`,
    description: `${description === undefined ? '' : `${description} `}One of ${values.join(', ')}, or several with commas between them.`,
    examples: [values.slice(0, 2).join(',')],
  })
