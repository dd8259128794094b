import { expect, test } from 'vitest'
import { limitFormOf, noLimits, scopesInWords, toLimits } from './limits.ts'

const key = {
  id: '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e',
  client_id: 'mrid_1',
  name: 'Till',
  requests_per_minute: 6000,
  scopes: ['events:write', 'runs:read'],
  serials: ['HARBOUR', 'VINE'],
  sources: ['till', 'booking site'],
  addresses: ['192.0.2.0/24'],
  ends_at: '2027-01-31T12:00:00.000Z',
  test: false,
  created_at: '2026-01-01T00:00:00.000Z',
  last_used_at: null,
  revoked_at: null,
}

test('an empty form is a key without limits', () => {
  expect(toLimits(noLimits)).toEqual({
    scopes: ['ALL:ALL'],
    serials: null,
    sources: null,
    addresses: null,
    ends_at: null,
  })
})

test('a key comes back from its form as it was', () => {
  const { scopes, serials, sources, addresses, ends_at } = key
  expect(toLimits(limitFormOf(key), ends_at)).toEqual({ scopes, serials, sources, addresses, ends_at })
})

test('another day ends when it is over', () => {
  expect(toLimits({ ...limitFormOf(key), ends: '2027-02-01' }, key.ends_at).ends_at).toBe(
    '2027-02-01T23:59:59.999Z',
  )
})

test('scopes in words', () => {
  expect(scopesInWords(['ALL:ALL'])).toBe('Everything')
  expect(scopesInWords(key.scopes)).toBe('events:write, runs:read')
})
