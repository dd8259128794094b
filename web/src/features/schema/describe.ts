import { uuidPattern } from '@millrace/contract/uuid-pattern'
import type { OpenApiDocument, Schema } from '../../api/openapi-types.ts'
import { resolve } from './resolve.ts'

/** The type in words: `string or null`, `list of Receipt`. */
export function typeOf(document: OpenApiDocument, given: Schema): string {
  const { schema, name } = resolve(document, given)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (name === undefined && alternatives) {
    return [...new Set(alternatives.map(part => typeOf(document, part)))].join(' or ')
  }
  const types = schema.type === undefined ? [guessed(schema)] : [schema.type].flat()
  return types.map(type => oneType(document, schema, type, name)).join(' or ')
}

function oneType(document: OpenApiDocument, schema: Schema, type: string, name: string | undefined): string {
  if (type === 'array') return `list of ${schema.items ? typeOf(document, schema.items) : 'anything'}`
  if (type === 'object') return name ?? 'object'
  if (type === 'string' && schema.pattern === uuidPattern) return 'UUID'
  if (type === 'string' && schema.format) return schema.format
  return type
}

function guessed(schema: Schema): string {
  if (schema.properties) return 'object'
  if (schema.items) return 'array'
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const])
  return values.length > 0 ? [...new Set(values.map(value => typeof value))].join(' or ') : 'anything'
}

/** What the type does not say: lengths, ranges, patterns. */
export function limitsOf(schema: Schema): string[] {
  const names = schema.propertyNames
  return [
    range(schema.minLength, schema.maxLength, 'character'),
    range(schema.minItems, schema.maxItems, 'item'),
    range(schema.minProperties, schema.maxProperties, 'key'),
    names && prefixed('each key ', range(names.minLength, names.maxLength, 'character')),
    range(schema.minimum, schema.maximum),
    schema.exclusiveMinimum !== undefined && `more than ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum !== undefined && `less than ${schema.exclusiveMaximum}`,
    schema.pattern !== undefined && schema.pattern !== uuidPattern && `matches ${schema.pattern}`,
    schema.default !== undefined && `otherwise ${JSON.stringify(schema.default)}`,
  ].filter(limit => typeof limit === 'string')
}

function range(least: number | undefined, most: number | undefined, unit?: string): string | undefined {
  if (least === undefined && most === undefined) return undefined
  const counted = (count: number) => (unit ? ` ${unit}${count === 1 ? '' : 's'}` : '')
  if (most === undefined) return `at least ${least}${counted(least as number)}`
  if (least === undefined) return `at most ${most}${counted(most)}`
  return least === most ? `exactly ${most}${counted(most)}` : `${least} to ${most}${counted(most)}`
}

const prefixed = (prefix: string, text: string | undefined) => text && prefix + text

/** The only values there are, null left to the type. */
export function valuesOf(schema: Schema): string[] {
  const values = schema.const === undefined ? (schema.enum ?? []) : [schema.const]
  return values.filter(value => value !== null).map(value => String(value))
}
