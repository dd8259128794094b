import { uuidPattern } from '@millrace/contract/uuid-pattern'
import type { OpenApiDocument, Schema } from '../../api/openapi-types.ts'
import { demo } from '../demo.ts'
import { resolve } from './resolve.ts'

/** Ids that exist in the demo, so that what a newcomer copies or sends from here works; and plain stand-ins. */
const known: Record<string, unknown> = {
  organisation_registration_id: demo.guestId,
  org_reg_id: demo.guestId,
  workflow_id: demo.workflowId,
  serials: [demo.serial],
  client_id: 'CLIENT_ID',
  client_secret: 'CLIENT_SECRET',
  token: 'ACCESS_TOKEN',
  access_token: 'ACCESS_TOKEN',
}

/** A value the schema accepts: its own example where it has one, otherwise the plainest there is. */
export function exampleOf(document: OpenApiDocument, schema: Schema): unknown {
  return withKnown(build(document, schema, []))
}

function build(document: OpenApiDocument, given: Schema, above: readonly string[]): unknown {
  const { schema, name } = resolve(document, given)
  const own = ownExample(schema)
  if (own !== undefined) return own
  // A schema within itself ends here.
  if (name !== undefined && above.includes(name)) return {}
  const path = name === undefined ? above : [...above, name]
  const first = (schema.anyOf ?? schema.oneOf)?.[0]
  if (first) return build(document, first, path)
  const types = [schema.type ?? (schema.properties ? 'object' : 'string')].flat()
  if (types.includes('null')) return null
  switch (types[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(
            ([key, part]) => schema.required?.includes(key) || key in known || ownExample(part) !== undefined,
          )
          .map(([key, part]) => [key, build(document, part, path)]),
      )
    case 'array':
      return schema.items ? [build(document, schema.items, path)] : []
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    default:
      return plainText(schema)
  }
}

const ownExample = (schema: Schema) =>
  schema.const ?? schema.examples?.[0] ?? schema.example ?? schema.default ?? schema.enum?.[0]

function plainText(schema: Schema): string {
  if (schema.pattern === uuidPattern) return '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e'
  return schema.format === 'date-time' ? '2026-01-15T12:30:00.000Z' : '…'
}

function withKnown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withKnown)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, known[key] ?? withKnown(part)]))
}

/** For a part of the path: the demo's id, the parameter's own example, or nothing. */
export function pathExample(name: string, example: unknown): string {
  if (name === 'workflowId') return demo.workflowId
  return typeof example === 'string' ? example : ''
}
