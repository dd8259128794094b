import type { OpenApiDocument, Schema } from '../../../api/openapi-types.ts'
import { resolve } from '../../../features/schema/resolve.ts'
import type { Group, Operation } from './operations.ts'

/** What can be found of an operation: its names and words, and the fields it takes. */
export function indexOf(document: OpenApiDocument, groups: readonly Group[]): Map<string, string> {
  const index = new Map<string, string>()
  for (const group of groups) {
    for (const operation of group.operations) {
      index.set(operation.id, textOf(document, group, operation).join('\n').toLowerCase())
    }
  }
  return index
}

function textOf(document: OpenApiDocument, group: Group, operation: Operation): string[] {
  return [
    group.name,
    `${operation.method} ${operation.path}`,
    operation.id,
    operation.summary,
    operation.description,
    ...operation.parameters.map(({ name }) => name),
    ...(operation.body ? fieldsOf(document, operation.body.schema) : []),
  ]
}

function fieldsOf(document: OpenApiDocument, given: Schema): string[] {
  return Object.keys(resolve(document, given).schema.properties ?? {})
}

/** The groups with the operations that have every word of the query. */
export function search(
  groups: readonly Group[],
  index: ReadonlyMap<string, string>,
  query: string,
): readonly Group[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return groups
  return groups
    .map(group => ({
      ...group,
      operations: group.operations.filter(({ id }) => words.every(word => index.get(id)?.includes(word))),
    }))
    .filter(group => group.operations.length > 0)
}
