import type { TSchema } from 'typebox'

/**
 * A schema without its name. Named schemas are components of the OpenAPI document, which has nothing of the
 * dashboard; here they are written out where they are used.
 */
export const plain = <Schema extends TSchema>(schema: Schema): Schema => unnamed(schema) as Schema

function unnamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unnamed)
  if (value === null || typeof value !== 'object') return value
  const parts = Object.entries(value).filter(([key, part]) => key !== '$id' || typeof part !== 'string')
  return Object.fromEntries(parts.map(([key, part]) => [key, unnamed(part)]))
}
