import type { Collection, Item, OpenApiDocument, Operation, Schema } from './formats.ts'

/** What a person fills in, and what the script below keeps. The ids are those of the demo organisation. */
const variables = {
  base_url: 'http://127.0.0.1:8080',
  auth_url: 'http://127.0.0.1:8080',
  client_id: '',
  client_secret: '',
  access_token: '',
  guest_id: '0192c8a0-0000-7000-8000-000000000101',
  other_guest_id: '0192c8a0-0000-7000-8000-000000000102',
  serial: 'HARBOUR-01',
  workflow_id: '0192c8a0-0000-7000-8000-000000000201',
  // A workflow whose trigger is a broadcast without a time: the demo organisation has none.
  broadcast_workflow_id: '',
  broadcast_id: '',
  event_id: '',
  run_id: '',
  import_id: '',
  suppression_id: '',
  segment_id: '',
  subscription_id: '',
  delivery_id: '',
}

/**
 * Runs after every request, so that the next one has the token and the ids of the answer. A run may have finished before
 * it is cancelled, which is a conflict and no fault.
 */
const keepWhatIsAnswered = `
const good = pm.info.requestName === 'Cancel a run' ? [200, 409] : [200, 201]
pm.test('succeeded', () => pm.expect(pm.response.code).to.be.oneOf(good))
const answer = (pm.response.text() && pm.response.json()) || {}
const keep = (name, value) => value && pm.collectionVariables.set(name, value)
keep('access_token', answer.access_token)
keep('event_id', answer.event && answer.event.id)
keep('run_id', answer.workflow_run && answer.workflow_run.id)
keep('import_id', answer.guest_import && answer.guest_import.id)
keep('suppression_id', answer.suppression && answer.suppression.id)
keep('segment_id', answer.segment && answer.segment.id)
keep('subscription_id', answer.subscription && answer.subscription.id)
keep('delivery_id', answer.delivery_id)
keep('broadcast_id', pm.info.requestName === 'Send a broadcast' && answer.id)
`

/** What stands for a field of this name in bodies. */
const fields: Record<string, unknown> = {
  client_id: '{{client_id}}',
  client_secret: '{{client_secret}}',
  token: '{{access_token}}',
  organisation_registration_id: '{{guest_id}}',
  org_reg_id: '{{guest_id}}',
  serials: ['{{serial}}'],
}

/** The endpoints that an integrator calls, as a Postman collection. */
export function toCollection(document: OpenApiDocument): Collection {
  const operations = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/v1/') || path.startsWith('/oauth/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
  const folders = document.tags.map(({ name, description }) => ({
    name,
    description,
    item: operations
      .filter(({ operation }) => operation.tags.includes(name))
      // What was deleted cannot be read afterwards.
      .sort((one, other) => Number(one.method === 'delete') - Number(other.method === 'delete'))
      .map(({ path, method, operation }) => toItem(document, path, method, operation)),
  }))
  return {
    info: {
      name: document.info.title,
      description: document.info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: revokingLast(folders.filter(({ item }) => item.length > 0)),
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{access_token}}', type: 'string' }] },
    event: [
      { listen: 'test', script: { type: 'text/javascript', exec: keepWhatIsAnswered.trim().split('\n') } },
    ],
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
  }
}

/** The collection runs from top to bottom, and no request works with a token that was revoked. */
function revokingLast(folders: Collection['item']): Collection['item'] {
  const revokes = ({ request }: Item) => request.url.path.at(-1) === 'revoke'
  return [
    ...folders.map(folder => ({ ...folder, item: folder.item.filter(item => !revokes(item)) })),
    {
      name: 'At the end',
      description: 'What ends the token that the other requests use.',
      item: folders.flatMap(({ item }) => item.filter(revokes)),
    },
  ]
}

function toItem(document: OpenApiDocument, path: string, method: string, operation: Operation): Item {
  const { summary, description = '', security = [], parameters = [] } = operation
  const schema = operation.requestBody?.content['application/json']?.schema
  const parts = path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/')
  const host = path.startsWith('/oauth/') ? '{{auth_url}}' : '{{base_url}}'
  const inQuery = parameters.filter(parameter => parameter.in === 'query')
  const inHeader = parameters.filter(parameter => parameter.in === 'header')
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      description,
      header: [
        ...(schema === undefined ? [] : [{ key: 'content-type', value: 'application/json' }]),
        ...inHeader.map(({ name, description = '' }) => ({
          key: name,
          value: name === 'idempotency-key' ? '{{$guid}}' : '',
          description,
          disabled: true as const,
        })),
      ],
      url: {
        raw: `${host}/${parts.join('/')}`,
        host: [host],
        path: parts,
        query: inQuery.map(({ name, description = '' }) => ({
          key: name,
          value: '',
          description,
          disabled: true,
        })),
        variable: parts
          .filter(part => part.startsWith(':'))
          .map(part => ({ key: part.slice(1), value: idFor(part.slice(1), path) })),
      },
      ...(security.some(scheme => 'bearer' in scheme) ? {} : { auth: { type: 'noauth' as const } }),
      ...(schema === undefined ? {} : { body: toBody(document, schema, path) }),
    },
  }
}

/** Ids in addresses are called workflowId, runId, or by what they stand behind. */
function idFor(name: string, path: string): string {
  if (name === 'workflowId' && path.includes('/broadcasts')) return '{{broadcast_workflow_id}}'
  if (name !== 'id') return `{{${name.replace(/Id$/, '_id')}}}`
  if (path.includes('/incoming-event/')) return '{{event_id}}'
  if (path.includes('/guest-imports/')) return '{{import_id}}'
  if (path.includes('/segments/')) return '{{segment_id}}'
  if (path.includes('/subscriptions/')) return '{{subscription_id}}'
  if (path.includes('/suppressions/')) return '{{suppression_id}}'
  if (path.endsWith('/merge/undo')) return '{{other_guest_id}}'
  return path.includes('/guests/') ? '{{guest_id}}' : ''
}

function toBody(document: OpenApiDocument, schema: Schema, path: string) {
  const example = JSON.stringify(exampleOf(document, schema), null, 2)
  // No guest is merged into themselves.
  const raw = path.endsWith('/merge') ? example.replace('{{guest_id}}', '{{other_guest_id}}') : example
  return { mode: 'raw' as const, raw, options: { raw: { language: 'json' as const } } }
}

/** The schema's own example, or its fields as far as they must be there or can be filled in. */
function exampleOf(document: OpenApiDocument, { $ref, ...schema }: Schema): unknown {
  if ($ref !== undefined) {
    return exampleOf(document, document.components.schemas[$ref.split('/').at(-1) as string] as Schema)
  }
  if (schema.anyOf?.[0] !== undefined) return exampleOf(document, schema.anyOf[0])
  const { properties = {}, required = [], examples = [] } = schema
  const example = examples[0] as Record<string, unknown> | undefined
  const names = example === undefined ? Object.keys(properties) : Object.keys(example)
  return Object.fromEntries(
    names
      .filter(name => example !== undefined || required.includes(name) || name in fields)
      .map(name => [
        name,
        fields[name] ?? example?.[name] ?? only(properties[name]) ?? properties[name]?.examples?.[0] ?? '',
      ]),
  )
}

/** The one value that a field may have, where there is only one. */
const only = (schema: Schema | undefined) =>
  schema?.const ?? (schema?.enum?.length === 1 ? schema.enum[0] : undefined)
