import type { Mapping } from '@millrace/contract/connection-mapping'
import { expect, test } from 'vitest'
import { identifierOf, moved, withSystem } from './identifiers.ts'

const identifiers: Mapping['guest']['identifiers'] = [
  { type: 'external_id', value: { path: '$.id' }, system: 'till' },
  { type: 'email', value: { path: '$.email' } },
  { type: 'phone', value: { path: '$.phone' } },
]
const mapping: Mapping = { source: 'till', guest: { identifiers }, parameters: {} }
const types = ({ guest }: Mapping) => guest.identifiers.map(({ type }) => type)

test.each([
  [2, 0, ['phone', 'external_id', 'email']],
  [0, 1, ['email', 'external_id', 'phone']],
  [0, -1, ['external_id', 'email', 'phone']],
  [2, 3, ['external_id', 'email', 'phone']],
])('the identifier at %i is moved to %i', (from, to, expected) => {
  expect(types(moved(mapping, from, to))).toEqual(expected)
})

test('an id at another system is of that system, or of none', () => {
  expect(withSystem(mapping, 0, 'bookings').guest.identifiers[0]).toMatchObject({ system: 'bookings' })
  expect(withSystem(mapping, 0, '').guest.identifiers[0]).not.toHaveProperty('system')
})

test('a field leads to its identifier', () => {
  expect(identifierOf(mapping, 'guest.identifiers.1.value')).toEqual({ place: 1, one: identifiers[1] })
  for (const name of ['guest.identifiers.3.value', 'guest.name'])
    expect(identifierOf(mapping, name)).toBeUndefined()
})
