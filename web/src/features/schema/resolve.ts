import type { OpenApiDocument, Schema } from '../../api/openapi-types.ts'

export interface Resolved {
  schema: Schema
  /** Of the component, where the schema is one. */
  name?: string
}

const COMPONENT = '#/components/schemas/'

/** Follows a reference. What stands beside it, as a description, wins over what it leads to. */
export function resolve(document: OpenApiDocument, schema: Schema): Resolved {
  const { $ref, ...beside } = schema
  if ($ref === undefined) return { schema }
  const name = $ref.startsWith(COMPONENT) ? $ref.slice(COMPONENT.length) : undefined
  const target = name === undefined ? undefined : document.components?.schemas?.[name]
  if (name === undefined || target === undefined) return { schema: beside }
  return { name, schema: { ...target, ...beside } }
}
