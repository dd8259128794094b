import { addressesOf } from '../../../api/addresses.ts'
import type { OpenApiDocument, OperationObject, Parameter, Schema } from '../../../api/openapi-types.ts'

export interface Operation {
  /** Also its anchor. */
  id: string
  method: string
  path: string
  /** With its address in front of the path. */
  url: string
  summary: string
  description: string
  secured: boolean
  deprecated: boolean
  parameters: Parameter[]
  body?: { required: boolean; types: string[]; schema: Schema }
  responses: OperationResponse[]
}

export interface OperationResponse {
  status: string
  description: string
  schema?: Schema
}

export interface Group {
  name: string
  anchor: string
  description: string
  operations: Operation[]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** The document's tags in their order, each with its operations; what has no tag comes last. */
export function groupsOf(document: OpenApiDocument): Group[] {
  const named = document.tags ?? []
  const groups = new Map<string, Group>(
    named.map(({ name, description }) => [name, emptyGroup(name, description)]),
  )
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method]
      if (!operation) continue
      const tag = operation.tags?.[0] ?? 'Other'
      const group = groups.get(tag) ?? emptyGroup(tag)
      groups.set(tag, group)
      group.operations.push(toOperation(document, path, method, operation))
    }
  }
  const all = [...groups.values()].filter(group => group.operations.length > 0)
  for (const group of all) tokenFirst(group, addressesOf(document).tokenUrl)
  return all
}

const emptyGroup = (name: string, description = ''): Group => ({
  name,
  description,
  anchor: `group-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
  operations: [],
})

function toOperation(
  document: OpenApiDocument,
  path: string,
  method: string,
  operation: OperationObject,
): Operation {
  const body = bodyOf(operation)
  return {
    id: operation.operationId ?? `${method}${path.replaceAll(/[^A-Za-z0-9]+/g, '-')}`,
    method: method.toUpperCase(),
    path,
    url: addressOf(document, path) + path,
    summary: operation.summary ?? path,
    description: operation.description ?? '',
    secured: (operation.security ?? []).some(scheme => 'bearer' in scheme),
    deprecated: operation.deprecated ?? false,
    parameters: [...(operation.parameters ?? [])].sort((a, b) => place(a) - place(b)),
    ...(body && { body }),
    responses: Object.entries(operation.responses ?? {}).map(([status, response]) => {
      const schema = Object.values(response.content ?? {})[0]?.schema
      // The generator's placeholder for a missing description.
      const description = response.description === 'Default Response' ? '' : (response.description ?? '')
      return { status, description, ...(schema && { schema }) }
    }),
  }
}

function bodyOf({ requestBody }: OperationObject): Operation['body'] {
  const content = requestBody?.content ?? {}
  const schema = Object.values(content)[0]?.schema
  return schema && { required: requestBody?.required ?? false, types: Object.keys(content), schema }
}

/** Tokens have their own address; it may be another host than that of the workflows. */
function addressOf(document: OpenApiDocument, path: string): string {
  const { authUrl, baseUrl } = addressesOf(document)
  return /^\/(oauth|\.well-known\/oauth)/.test(path) ? authUrl : baseUrl
}

const PLACES = ['path', 'query', 'header', 'cookie']
/** Grouped by where they are sent, required ones first. */
const place = (parameter: Parameter) => PLACES.indexOf(parameter.in) * 2 + (parameter.required ? 0 : 1)

/** Everyone begins with the token. */
function tokenFirst(group: Group, tokenUrl: string): void {
  group.operations.sort((a, b) => Number(b.url === tokenUrl) - Number(a.url === tokenUrl))
}
