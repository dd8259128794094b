/** What the answers of an operation carry besides their bodies. Described once; each answer refers to it. */
const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string', examples: [example] },
})
const seconds = (description: string) => ({ description, schema: { type: 'integer', minimum: 1 } })

const headers = {
  RequestId: {
    ...text(
      'Names the request in our log. Give it when you ask for help.',
      '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e',
    ),
    required: true,
  },
  RateLimit: text(
    'Requests left (r) in the next seconds (t), as in draft-ietf-httpapi-ratelimit-headers.',
    '"requests";r=5999;t=60',
  ),
  RateLimitPolicy: text('Requests (q) in a window of seconds (w).', '"requests";q=6000;w=60'),
  RetryAfter: seconds('Seconds to wait before the next attempt.'),
  Location: text(
    'Where to read what was created.',
    'https://millrace.example/v1/guests/0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e',
  ),
  IdempotentReplayed: {
    description: 'The answer to an earlier request with the same Idempotency-Key. Nothing was done again.',
    schema: { type: 'string', const: 'true' },
  },
  WwwAuthenticate: text(
    'How to authenticate, and what was wrong (RFC 6750).',
    'Bearer realm="millrace", error="invalid_token"',
  ),
}

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly responses: Record<string, { headers?: object }>
}

interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components?: { readonly schemas?: object }
}

/** The document with what the answers carry besides their bodies, and with the limits of numbers. */
export function withHeadersAndLimits(document: Document): Document {
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    for (const operation of Object.values(operations)) describeHeaders(path, operation)
  }
  describeNumbers(document.components?.schemas)
  return {
    ...document,
    components: { ...document.components, headers } as NonNullable<Document['components']>,
  }
}

/** Refers each answer of an operation to the headers that it can have. */
function describeHeaders(path: string, operation: Described): void {
  const limited = path === '/oauth/token' || (operation.security ?? []).some(way => 'bearer' in way)
  const idempotent = (operation.parameters ?? []).some(({ name }) => name === 'idempotency-key')
  for (const [status, answer] of Object.entries(operation.responses)) {
    const names: Record<string, keyof typeof headers> = { 'X-Request-Id': 'RequestId' }
    if (limited) Object.assign(names, { RateLimit: 'RateLimit', 'RateLimit-Policy': 'RateLimitPolicy' })
    if (status === '201') names.Location = 'Location'
    if (idempotent && Number(status) < 500) names['Idempotent-Replayed'] = 'IdempotentReplayed'
    if (status === '401' || status === '403') names['WWW-Authenticate'] = 'WwwAuthenticate'
    if (['409', '429', '503'].includes(status)) names['Retry-After'] = 'RetryAfter'
    answer.headers = Object.fromEntries(
      Object.entries(names).map(([name, header]) => [name, { $ref: `#/components/headers/${header}` }]),
    )
  }
}

/**
 * Numbers among values of any kind go up to 2^53: beyond it they lose digits. Said here and not in the schema that bodies
 * are checked by, which would report it twice (edge/parameter-faults.ts).
 */
function describeNumbers(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  const { additionalProperties: values } = schema as { additionalProperties?: unknown }
  if (isAnyValue(values)) Object.assign(values, { minimum: -(2 ** 53), maximum: 2 ** 53 })
  for (const part of Object.values(schema)) describeNumbers(part)
}

const isAnyValue = (schema: unknown): schema is { type: string[] } =>
  typeof schema === 'object' &&
  schema !== null &&
  Array.isArray((schema as { type?: unknown }).type) &&
  (schema as { type: string[] }).type.includes('number')
