import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { fingerprint } from '#idempotency/idempotency.ts'
import type { Faults } from '../refusal.ts'
import { idempotentRequest } from './idempotency-key.ts'

const asked = (key: unknown, body: unknown = {}, url = '/v1/guests') => {
  const faults: Faults = {}
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  const request = { headers, identity: { keyId: 'a key' }, url } as unknown as FastifyRequest
  return { claimed: idempotentRequest(request, 'POST /v1/guests', body, faults), faults }
}
const print = (body: unknown, url?: string) => asked('k', body, url).claimed?.fingerprint.toString('hex')

test('without the header nothing is claimed', () => {
  expect(asked(undefined)).toEqual({ claimed: undefined, faults: {} })
})

test('a key is claimed for the caller, the route, the address and the body', () => {
  expect(asked('k', { a: 1 })).toEqual({
    claimed: {
      keyId: 'a key',
      route: 'POST /v1/guests',
      key: 'k',
      fingerprint: fingerprint('/v1/guests', { a: 1 }),
    },
    faults: {},
  })
})

test.each([' ', '~', 'x'.repeat(255)])('"%s" is a key', key => {
  expect(asked(key).claimed?.key).toBe(key)
})

test.each(['', 'x'.repeat(256), 'ü', 'a\u007f', 'a\u0001b', ['a', 'b']].map(key => [key]))(
  '%j is none, and a fault of the request',
  key => {
    expect(asked(key)).toEqual({
      claimed: undefined,
      faults: { 'Idempotency-Key': ['must have 1 to 255 printable ASCII characters'] },
    })
  },
)

test('the case of an address, and what follows its path, make no other request', () => {
  expect(print({}, '/v1/GUESTS?dry_run=true')).toBe(print({}, '/v1/guests'))
  expect(print({}, '/v1/guests/a')).not.toBe(print({}, '/v1/guests/b'))
})

test('ids mean the same in any case, and nothing else does', () => {
  for (const field of ['organisation_registration_id', 'org_reg_id'])
    expect(print({ [field]: 'AB', name: 'x' })).toBe(print({ [field]: 'ab', name: 'x' }))
  // As earlier releases have stored it.
  expect(print({ org_reg_id: 'AB' })).toBe(fingerprint('/v1/guests', { org_reg_id: 'ab' }).toString('hex'))
  expect(print({ name: 'AB' })).not.toBe(print({ name: 'ab' }))
  expect(print({ org_reg_id: 1 })).not.toBe(print({ org_reg_id: 2 }))
})

test.each([[null], ['TEXT'], [['ORG']], [7]])('a body that is no object, as %j, is taken as it is', body => {
  expect(print(body)).toBe(fingerprint('/v1/guests', body).toString('hex'))
})
