import type { Operation } from '@millrace/contract/operations/operation'
import { MOST_EVENTS } from '@millrace/contract/sent-event'
import type { TObject } from 'typebox'
import { defined, pathParameters, securityOf } from './route-schema.ts'
import { referenceTo } from './schemas.ts'

/** An operation as OpenAPI describes it. */
export function describeOperation(name: string, operation: Operation): object {
  const { summary, tags, description, deprecated, query, headers, answers } = operation
  const parameters = [
    ...parametersOf('query', query),
    ...parametersOf('path', pathParameters(operation)),
    ...parametersOf('header', headers),
  ]
  return defined({
    ...{ operationId: name, summary, tags, description },
    requestBody: requestBody(operation),
    parameters: parameters.length > 0 ? parameters : undefined,
    deprecated,
    security: securityOf(operation),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, schema]) => [status, answer(schema as Schema)]),
    ),
  })
}

type Schema = Readonly<Record<string, unknown>>

function requestBody({ body, entries, consumes = ['application/json'] }: Operation) {
  const list = entries && { type: 'array', minItems: 1, maxItems: MOST_EVENTS, items: entries }
  const schema = entries === undefined ? body : { anyOf: [entries, list] }
  if (schema === undefined) return undefined
  const media = { schema: describeSchema(schema) }
  return { required: true, content: Object.fromEntries(consumes.map(type => [type, media])) }
}

function parametersOf(place: 'query' | 'path' | 'header', schema: TObject | undefined) {
  const required: readonly string[] = schema?.required ?? []
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, examples, ...rest } = describeSchema(property) as Schema & { examples?: unknown[] }
    const [example] = examples ?? []
    return defined({ in: place, name, required: required.includes(name), description, example, schema: rest })
  })
}

/** Called by the title of its schema, where the operation says nothing better. */
function answer(schema: Schema) {
  const description = schema.description ?? schema.title
  if (schema.type === 'null') return { description }
  return {
    description,
    content: schema.content ?? { 'application/json': { schema: describeSchema(schema) } },
  }
}

/**
 * A schema of the contract as generators of clients understand it: a named one is a reference to the components, one value is a list of
 * one, and keys of a pattern are any keys.
 */
export function describeSchema(schema: unknown, top = false): unknown {
  if (Array.isArray(schema)) return schema.map(part => describeSchema(part))
  if (schema === null || typeof schema !== 'object') return schema
  const { $ref = top ? undefined : referenceTo(schema) } = schema as { readonly $ref?: string }
  if ($ref !== undefined) return { $ref: `#/components/schemas/${$ref.replace('#', '')}` }
  const { $id: _, const: only, patternProperties, ...rest } = schema as Schema
  const described: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(rest))
    described[key] = key === 'properties' ? describeProperties(value as Schema) : describeSchema(value)
  if (only !== undefined) described.enum = [only]
  if (patternProperties !== undefined)
    described.additionalProperties = describeSchema(Object.values(patternProperties as object)[0])
  return described
}

/** Their names are names, also where one is called `const`. */
const describeProperties = (properties: Schema) =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, describeSchema(value)]))
