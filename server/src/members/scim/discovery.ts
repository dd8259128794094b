import { GROUP_SCHEMA, toList, USER_SCHEMA } from './wire.ts'

/** What this SCIM can do, for clients that ask first (RFC 7643, sections 5 to 7). */

export const MOST_RESULTS = 200

export const serviceProviderConfig = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token that an owner creates in the settings of single sign-on.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

const all = (resources: readonly object[]) =>
  toList({ total: resources.length, items: resources }, 1, resource => resource)

export const resourceTypes = (base: string) =>
  all(
    (['User', 'Group'] as const).map(name => ({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
      id: name,
      name,
      endpoint: `/${name}s`,
      schema: name === 'User' ? USER_SCHEMA : GROUP_SCHEMA,
      meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
    })),
  )

interface Attribute {
  readonly type?: 'string' | 'boolean' | 'complex' | 'reference'
  readonly required?: true
  readonly multiValued?: true
  readonly mutability?: 'readOnly'
  readonly uniqueness?: 'server'
  readonly subAttributes?: readonly object[]
}

const attribute = (name: string, { type = 'string', ...special }: Attribute = {}) => ({
  name,
  type,
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...special,
})

const references = [
  attribute('value', { mutability: 'readOnly' }),
  attribute('display', { mutability: 'readOnly' }),
]

export const schemas = (base: string) =>
  all(
    [
      {
        id: USER_SCHEMA,
        name: 'User',
        attributes: [
          attribute('userName', { required: true, uniqueness: 'server' }),
          attribute('externalId'),
          attribute('displayName'),
          attribute('name', { type: 'complex', subAttributes: [attribute('formatted')] }),
          attribute('active', { type: 'boolean' }),
          attribute('emails', {
            type: 'complex',
            multiValued: true,
            mutability: 'readOnly',
            subAttributes: [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })],
          }),
          attribute('groups', {
            type: 'complex',
            multiValued: true,
            mutability: 'readOnly',
            subAttributes: references,
          }),
        ],
      },
      {
        id: GROUP_SCHEMA,
        name: 'Group',
        attributes: [
          attribute('displayName', { required: true, uniqueness: 'server' }),
          attribute('externalId'),
          attribute('members', { type: 'complex', multiValued: true, subAttributes: references }),
        ],
      },
    ].map(schema => ({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
      ...schema,
      meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
    })),
  )
