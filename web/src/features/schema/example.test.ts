import { expect, test } from 'vitest'
import type { OpenApiDocument, Schema } from '../../api/openapi-types.ts'
import { demo } from '../demo.ts'
import { exampleOf } from './example.ts'

const document = (schemas: Record<string, Schema>): OpenApiDocument => ({
  info: { title: '', version: '1' },
  paths: {},
  components: { schemas },
})

test('takes the own example of a schema, with ids that exist in the demo', () => {
  const schema: Schema = {
    type: 'object',
    examples: [{ organisation_registration_id: 'some', serials: ['X'], parameters: { spend: 42.5 } }],
  }
  expect(exampleOf(document({}), schema)).toEqual({
    organisation_registration_id: demo.guestId,
    serials: [demo.serial],
    parameters: { spend: 42.5 },
  })
})

test('builds one where there is none', () => {
  const schema: Schema = {
    type: 'object',
    required: ['name', 'count', 'at', 'list'],
    properties: {
      left_out: { type: 'string' },
      client_id: { type: 'string' },
      name: { type: ['string', 'null'] },
      status: { enum: ['routed', 'unrouted'] },
      kind: { const: 'Bearer' },
      count: { type: 'integer', minimum: 3 },
      at: { type: 'string', format: 'date-time' },
      list: { type: 'array', items: { $ref: '#/components/schemas/Item' } },
    },
  }
  const item: Schema = { type: 'object', required: ['yes'], properties: { yes: { type: 'boolean' } } }
  expect(exampleOf(document({ Item: item }), schema)).toEqual({
    client_id: 'CLIENT_ID',
    name: null,
    status: 'routed',
    kind: 'Bearer',
    count: 3,
    at: '2026-01-15T12:30:00.000Z',
    list: [{ yes: true }],
  })
})

test('ends in a schema that holds itself', () => {
  const tree: Schema = {
    type: 'object',
    required: ['children'],
    properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
  }
  expect(exampleOf(document({ Tree: tree }), { $ref: '#/components/schemas/Tree' })).toEqual({
    children: [{}],
  })
})
