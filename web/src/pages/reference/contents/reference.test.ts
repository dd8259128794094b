import { expect, test } from 'vitest'
import type { OpenApiDocument } from '../../../api/openapi-types.ts'
import { groupsOf } from './operations.ts'
import { indexOf, search } from './search.ts'

const document: OpenApiDocument = {
  info: { title: 'Millrace', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  tags: [{ name: 'Authentication' }, { name: 'Guests', description: 'People.' }, { name: 'Empty' }],
  components: {
    securitySchemes: {
      bearer: {
        flows: { clientCredentials: { tokenUrl: 'https://auth.example.com/oauth/token', scopes: {} } },
      },
    },
  },
  paths: {
    '/.well-known/oauth-authorization-server': { get: { operationId: 'discover', tags: ['Authentication'] } },
    '/oauth/token': { post: { operationId: 'issueToken', tags: ['Authentication'], security: [] } },
    '/v1/guests': {
      get: {
        operationId: 'listGuests',
        tags: ['Guests'],
        summary: 'List guests',
        security: [{ bearer: [] }],
      },
      post: {
        operationId: 'createGuest',
        tags: ['Guests'],
        summary: 'Register a guest',
        requestBody: {
          content: { 'application/json': { schema: { properties: { external_id: { type: 'string' } } } } },
        },
        responses: { 201: { description: 'Default Response' } },
      },
    },
    '/odd': { get: {} },
  },
}

test('groups by tag in the order of the document, with the token first', () => {
  const groups = groupsOf(document)
  expect(groups.map(({ name, operations }) => [name, operations.map(({ id }) => id)])).toEqual([
    ['Authentication', ['issueToken', 'discover']],
    ['Guests', ['listGuests', 'createGuest']],
    ['Other', ['get-odd']],
  ])
})

test('an operation has its full address and says whether it wants a token', () => {
  const [authentication, guests] = groupsOf(document)
  expect(authentication?.operations[0]).toMatchObject({
    url: 'https://auth.example.com/oauth/token',
    secured: false,
  })
  expect(guests?.operations[0]).toMatchObject({ url: 'https://api.example.com/v1/guests', secured: true })
  expect(guests?.operations[1]?.responses).toEqual([{ status: '201', description: '' }])
})

test('finds by words, addresses and fields', () => {
  const groups = groupsOf(document)
  const index = indexOf(document, groups)
  const found = (query: string) =>
    search(groups, index, query).flatMap(({ operations }) => operations.map(({ id }) => id))
  expect(found('external_id')).toEqual(['createGuest'])
  expect(found('guest register')).toEqual(['createGuest'])
  expect(found('GET /v1')).toEqual(['listGuests'])
  expect(found('no such thing')).toEqual([])
  expect(found('  ')).toHaveLength(5)
})
