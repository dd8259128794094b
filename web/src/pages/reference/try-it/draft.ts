import type { OpenApiDocument, Parameter } from '../../../api/openapi-types.ts'
import type { HttpRequest } from '../../../features/request/http-request.ts'
import { prettyJson } from '../../../features/request/pretty-json.ts'
import { exampleOf, pathExample } from '../../../features/schema/example.ts'
import type { Operation } from '../contents/operations.ts'

/** What the reader has filled in. */
export interface Draft {
  /** By the parameter's place and name. */
  parameters: Readonly<Record<string, string>>
  body: string
}

export const keyOf = (parameter: Parameter) => `${parameter.in} ${parameter.name}`

/** Starts with the required fields and their examples. */
export function firstDraft(document: OpenApiDocument, operation: Operation): Draft {
  return {
    parameters: Object.fromEntries(
      operation.parameters
        .filter(parameter => parameter.in === 'path')
        .map(parameter => [keyOf(parameter), pathExample(parameter.name, parameter.example)]),
    ),
    body: operation.body ? prettyJson(exampleOf(document, operation.body.schema)) : '',
  }
}

export function toRequest(operation: Operation, draft: Draft, token: string): HttpRequest {
  const given = (place: Parameter['in']) =>
    operation.parameters
      .filter(parameter => parameter.in === place)
      .map(parameter => [parameter.name, draft.parameters[keyOf(parameter)] ?? ''] as const)
  const sent = (place: Parameter['in']) => given(place).filter(([, value]) => value !== '')

  let url = operation.url
  for (const [name, value] of given('path')) {
    url = url.replace(`{${name}}`, encodeURIComponent(value || standIn(name)))
  }
  const query = new URLSearchParams(sent('query').map(([name, value]) => [name, value])).toString()
  return {
    method: operation.method,
    url: query ? `${url}?${query}` : url,
    headers: {
      ...(operation.secured && { authorization: `Bearer ${token}` }),
      ...(draft.body && { 'content-type': operation.body?.types[0] ?? 'application/json' }),
      ...Object.fromEntries(sent('header')),
    },
    ...(draft.body && { body: draft.body }),
  }
}

/** `runId` as RUN_ID: plainly a thing to replace, and without the braces that curl would expand. */
const standIn = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()
