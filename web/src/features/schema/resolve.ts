import type { OpenApiDocument, Schema } from '../../api/openapi-types.ts'

export interface Resolved {
  schema: Schema
  /** Of the component, where the schema is one. */
  name?: string
}

const COMPONENT = '#/components/schemas/'

/** Follows a reference. Its siblings, such as a description, override the target's. */
export function resolve(document: OpenApiDocument, schema: Schema): Resolved {
  const { $ref, ...beside } = schema
  if ($ref === undefined) return { schema }
  const name = $ref.startsWith(COMPONENT) ? $ref.slice(COMPONENT.length) : undefined
  const target = name === undefined ? undefined : document.components?.schemas?.[name]
  if (name === undefined || target === undefined) return { schema: beside }
  return { name, schema: { ...target, ...beside } }
}
