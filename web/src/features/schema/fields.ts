import type { OpenApiDocument, Schema } from '../../api/openapi-types.ts'
import { resolve } from './resolve.ts'

export interface SchemaFieldData {
  name: string
  schema: Schema
  required: boolean
  /** Represents any other key. */
  anyKey?: boolean
}

export interface Fields {
  fields: SchemaFieldData[]
  /** The components on the path to this schema. */
  path: readonly string[]
}

/** What a reader sees when a schema is opened: through references, lists and alternatives to named fields. */
export function fieldsOf(document: OpenApiDocument, given: Schema, above: readonly string[]): Fields {
  const { schema, name } = resolve(document, given)
  if (name !== undefined && above.includes(name)) return { fields: [], path: above }
  const path = name === undefined ? above : [...above, name]
  if (schema.items) return fieldsOf(document, schema.items, path)
  const alternatives = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  const inner = alternatives.map(part => fieldsOf(document, part, path))
  const fields = [...ownFields(schema), ...inner.flatMap(part => part.fields)]
  return { fields: fields.filter(isFirst), path: [...path, ...inner.flatMap(part => part.path)] }
}

const isFirst = (field: SchemaFieldData, place: number, all: SchemaFieldData[]) =>
  all.findIndex(({ name }) => name === field.name) === place

function ownFields(schema: Schema): SchemaFieldData[] {
  const named = Object.entries(schema.properties ?? {}).map(([name, part]) => ({
    name,
    schema: part,
    required: schema.required?.includes(name) ?? false,
  }))
  const rest = schema.additionalProperties
  if (typeof rest !== 'object') return named
  return [...named, { name: 'any other key', schema: rest, required: false, anyKey: true }]
}
