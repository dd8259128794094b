import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toCollection } from '../../examples/postman/collection.ts'
import type { Collection, Item, OpenApiDocument } from '../../examples/postman/formats.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { broadcastWorkflow, demoEnvironment } from './demo-environment.ts'
import { root } from './packed-client.ts'

let millrace: TestMillrace
const text = readFileSync(join(root, 'examples/postman/millrace.postman_collection.json'), 'utf8')
const collection = JSON.parse(text) as Collection

beforeAll(async () => {
  // Without a worker, a run is still there to be cancelled.
  millrace = await startTestMillrace({ roles: ['api'], config: { demo: true } })
})
afterAll(() => millrace.stop())

test('the collection is in step with the OpenAPI document', async () => {
  const document = (await (await fetch(`${millrace.url}/openapi.json`)).json()) as OpenApiDocument
  const hint = 'start Millrace and run `node examples/postman/generate.ts`'
  expect(collection, hint).toEqual(toCollection(document))
})

/** What the format says of the parts that are used here. */
const format = {
  type: 'object',
  required: ['info', 'item'],
  properties: {
    info: {
      required: ['name', 'schema'],
      properties: {
        name: { type: 'string', minLength: 1 },
        schema: { const: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      },
    },
    item: {
      type: 'array',
      minItems: 1,
      items: { required: ['name', 'item'], properties: { item: { items: { $ref: '#/$defs/item' } } } },
    },
    auth: { type: 'object', required: ['type', 'bearer'] },
    variable: { type: 'array', items: { $ref: '#/$defs/pair' } },
    event: {
      type: 'array',
      items: {
        properties: {
          listen: { enum: ['test', 'prerequest'] },
          script: { properties: { exec: { type: 'array', items: { type: 'string' } } } },
        },
      },
    },
  },
  $defs: {
    pair: {
      type: 'object',
      required: ['key', 'value'],
      properties: {
        key: { type: 'string', minLength: 1 },
        value: { type: 'string' },
        disabled: { type: 'boolean' },
      },
    },
    item: {
      type: 'object',
      required: ['name', 'request'],
      properties: {
        name: { type: 'string', minLength: 1 },
        request: {
          type: 'object',
          required: ['method', 'url', 'header'],
          properties: {
            method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
            header: { type: 'array', items: { $ref: '#/$defs/pair' } },
            url: {
              type: 'object',
              required: ['raw', 'host', 'path'],
              properties: {
                raw: { type: 'string', pattern: '^\\{\\{(base|auth)_url\\}\\}/' },
                query: { type: 'array', items: { $ref: '#/$defs/pair' } },
                variable: { type: 'array', items: { $ref: '#/$defs/pair' } },
              },
            },
            body: { type: 'object', required: ['mode', 'raw'], properties: { mode: { const: 'raw' } } },
          },
        },
      },
    },
  },
}

test('the collection is as the format wants it', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  expect(ajv.validate(format, collection), ajv.errorsText()).toBe(true)
})

test('the collection names no variable that it does not have', () => {
  const known = collection.variable.map(({ key }) => key)
  const named = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name as string)
  expect([...new Set(named)].filter(name => !known.includes(name))).toEqual([])
})

test('the collection runs green from top to bottom, with what each request keeps for the next, and Revoke last', async () => {
  const environment = await demoEnvironment(millrace)
  const values = new Map(collection.variable.map(({ key, value }) => [key, value]))
  for (const [name, value] of Object.entries(environment)) {
    values.set(name.replace('MILLRACE_', '').toLowerCase(), value)
  }
  values.set('broadcast_workflow_id', await broadcastWorkflow(millrace))
  const items = collection.item.flatMap(folder => folder.item)
  expect(items.at(-1)?.name).toBe('Revoke a token')
  const statuses: Record<string, number> = {}
  for (const item of items) statuses[item.name] = await send(item, values)
  const green = Object.fromEntries(items.map(({ name }) => [name, expect.toBeOneOf([200, 201])]))
  expect(statuses).toEqual(green)
})

/** As Postman does it: fills in the variables, sends, and runs the script of the collection on the answer. */
async function send({ name, request }: Item, values: Map<string, string>): Promise<number> {
  const filled = (template: string) =>
    template.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values.get(name) ?? '')
  const url = request.url.variable.reduce(
    (raw, { key, value }) => raw.replace(`:${key}`, value),
    request.url.raw,
  )
  const headers = request.header
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }) => [key, value] as [string, string])
  const response = await fetch(filled(url), {
    method: request.method,
    headers: [
      ...headers,
      ...(request.auth === undefined
        ? [['authorization', filled('Bearer {{access_token}}')] as [string, string]]
        : []),
    ],
    ...(request.body === undefined ? {} : { body: filled(request.body.raw) }),
  })
  const text = await response.text()
  const answer = text === '' ? null : JSON.parse(text)
  const script = collection.event.flatMap(event => event.script.exec).join('\n')
  runInNewContext(script, {
    pm: {
      info: { requestName: name },
      test: (_: string, check: () => void) => check(),
      expect: (value: unknown) => ({
        to: { be: { oneOf: (good: unknown[]) => expect(good).toContain(value) } },
      }),
      response: { code: response.status, json: () => answer, text: () => text },
      collectionVariables: { set: (name: string, value: string) => values.set(name, value) },
    },
  })
  return response.status
}
