import { uuidPattern } from '@millrace/contract/uuid-pattern'
import { expect, test } from 'vitest'
import type { OpenApiDocument } from '../../api/openapi-types.ts'
import { limitsOf, typeOf, valuesOf } from './describe.ts'

const document: OpenApiDocument = {
  info: { title: '', version: '1' },
  paths: {},
  components: { schemas: { Guest: { type: 'object', properties: {} } } },
}
const Guest = { $ref: '#/components/schemas/Guest' }

test('says the type in words', () => {
  expect(typeOf(document, { type: ['string', 'null'] })).toBe('string or null')
  expect(typeOf(document, { type: 'string', pattern: uuidPattern })).toBe('UUID')
  expect(typeOf(document, { type: ['string', 'null'], format: 'date-time' })).toBe('date-time or null')
  expect(typeOf(document, Guest)).toBe('Guest')
  expect(typeOf(document, { type: 'array', items: Guest })).toBe('list of Guest')
  expect(typeOf(document, { anyOf: [Guest, { type: 'null' }] })).toBe('Guest or null')
  expect(typeOf(document, { enum: ['a', 'b'] })).toBe('string')
  expect(typeOf(document, {})).toBe('anything')
  expect(typeOf(document, { $ref: '#/components/schemas/Missing' })).toBe('anything')
})

test('says the limits in words', () => {
  expect(limitsOf({ minLength: 1, maxLength: 12 })).toEqual(['1 to 12 characters'])
  expect(limitsOf({ maxItems: 1 })).toEqual(['at most 1 item'])
  expect(limitsOf({ maxProperties: 100, propertyNames: { minLength: 1, maxLength: 100 } })).toEqual([
    'at most 100 keys',
    'each key 1 to 100 characters',
  ])
  expect(limitsOf({ minimum: 0, default: 5 })).toEqual(['at least 0', 'otherwise 5'])
  expect(limitsOf({ pattern: uuidPattern })).toEqual([])
  expect(limitsOf({ pattern: '^a$' })).toEqual(['matches ^a$'])
})

test('names the only values there are', () => {
  expect(valuesOf({ const: 'Bearer' })).toEqual(['Bearer'])
  expect(valuesOf({ enum: ['a', null] })).toEqual(['a'])
  expect(valuesOf({ type: 'string' })).toEqual([])
})
