import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** What a test saw of one answer. */
export interface Exchange {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly contentType: string | null
  readonly body: string
  /** Names of the headers, in lower case. */
  readonly headers?: readonly string[]
}

interface Response {
  headers?: Record<string, object>
  content?: Record<string, { schema?: object }>
}
export interface OpenApiDocument {
  readonly paths: Record<string, Record<string, { responses: Record<string, Response> }>>
  readonly components: { readonly schemas: Record<string, object> }
}

/** Says what in an answer is not as the OpenAPI document promises; undefined when all of it is. */
export function createConformance(document: OpenApiDocument): (exchange: Exchange) => string | undefined {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    // Stricter than RFC 3339: we promise UTC, and always write it the same way.
    formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ },
  })
  ajv.addSchema(document, 'openapi', undefined, false)
  const validators = new Map<string, ValidateFunction>()
  const templates = Object.keys(document.paths)
    .map(template => ({ template, shape: shapeOf(template) }))
    // A path without parameters is itself, whatever else would fit.
    .sort((a, b) => a.template.split('{').length - b.template.split('{').length)

  function faultsBy(pointer: string, value: unknown): string | undefined {
    let validate = validators.get(pointer)
    if (validate === undefined) {
      validate = ajv.compile({ $ref: `openapi#${pointer}` })
      validators.set(pointer, validate)
    }
    return validate(value) ? undefined : ajv.errorsText(validate.errors)
  }

  return ({ method, path, status, contentType, body, headers }) => {
    const at = (fault: string) => `${method} ${path} → ${status}: ${fault}`
    const fitting = templates.filter(({ shape }) => shape.test(path)).map(({ template }) => template)
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
    // A path without parameters comes before one with them (OpenAPI 3.1, section 4.8.8.2), whatever methods it has.
    const concrete = fitting.filter(candidate => !candidate.includes('{'))
    const template = (concrete.length > 0 ? concrete : fitting).find(
      candidate => document.paths[candidate]?.[verb] !== undefined,
    )
    const operation = template === undefined ? undefined : document.paths[template]?.[verb]

    if (template === undefined || operation === undefined) {
      const expected = fitting.length === 0 ? 404 : 405
      if (status !== expected) return at(`is not in the document, so it should be ${expected}`)
      const schema = expected === 405 && path.startsWith('/oauth/') ? 'OAuthProblem' : 'Problem'
      const fault = method === 'HEAD' ? undefined : faultsBy(`/components/schemas/${schema}`, parsed(body))
      return fault && at(fault)
    }
    const response = operation.responses[status]
    if (response === undefined) return at('the document does not have this status')
    const headerFault = headers && faultOfHeaders(headers, response.headers ?? {})
    if (headerFault !== undefined) return at(headerFault)
    if (method === 'HEAD') return undefined
    if (response.content === undefined) return body === '' ? undefined : at('the document has no body here')
    const type = contentType?.split(';', 1)[0] ?? 'none'
    const schema = response.content[type]?.schema
    if (schema === undefined) return at(`the document does not have the type ${type}`)
    const pointer = ['paths', template, verb, 'responses', String(status), 'content', type, 'schema']
      .map(part => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
      .join('')
    const fault = faultsBy(pointer, type === 'application/json' ? parsed(body) : body)
    return fault && at(fault)
  }
}

/** Those that a client reads. The others protect browsers, or are about the connection. */
const READ = [
  'idempotent-replayed',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'www-authenticate',
  'x-request-id',
]

function faultOfHeaders(given: readonly string[], described: Record<string, object>): string | undefined {
  const names = Object.keys(described).map(name => name.toLowerCase())
  const unknown = given.find(name => READ.includes(name) && !names.includes(name))
  if (unknown !== undefined) return `the document does not have the header ${unknown}`
  return given.includes('x-request-id') ? undefined : 'the header x-request-id is missing'
}

const shapeOf = (template: string) =>
  new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
