import type { Mapping } from '@millrace/contract/connection-mapping'
import { expect, test } from 'vitest'
import { fieldsOf, isPointable, valueInWords } from './fields.ts'

const mapping: Mapping = {
  when: [
    { value: { path: '$.type' }, is: 'equal_to', than: 'sale' },
    { any: [{ value: { path: '$.a' }, is: 'present' }] },
  ],
  source: 'till',
  guest: {
    identifiers: [
      { type: 'external_id', value: { path: '$.id' }, system: 'till' },
      { type: 'email', value: { path: '$.email' } },
    ],
  },
  parameters: { spend: { path: '$.total', times: 0.01 } },
}

const field = (name: string, of = mapping) => {
  const found = fieldsOf(of).find(one => one.name === name)
  if (found === undefined) throw new Error(name)
  return found
}

test('everything that one can point at is a field, under the name that faults have', () => {
  expect(fieldsOf(mapping).map(({ name }) => name)).toEqual([
    'when.0.value',
    'when.1.any.0.value',
    'id',
    'guest.identifiers.0.value',
    'guest.identifiers.1.value',
    'guest.name',
    'venue',
    'occurred_at',
    'parameters.spend',
  ])
})

test('with a thing that becomes something, that is pointed at instead of an id', () => {
  const became = { thing: { path: '$.id' }, state: { path: '$.state' }, one_of: ['PAID'] }
  const names = fieldsOf({ ...mapping, became }).map(({ name }) => name)
  expect(names).toContain('became.thing')
  expect(names).toContain('became.state')
  expect(names).not.toContain('id')
})

test('without the thing or its state, nothing becomes anything', () => {
  const became = { thing: { path: '$.id' }, state: { path: '$.state' }, one_of: ['PAID'] }
  for (const name of ['became.thing', 'became.state'])
    expect(field(name, { ...mapping, became }).set(undefined)).toEqual(mapping)
})

test('the order of identifiers is in their names', () => {
  expect(field('guest.identifiers.1.value').label).toBe('Guest by e-mail (2 of 2)')
  const one = field('guest.identifiers.0.value').set(undefined)
  expect(field('guest.identifiers.0.value', one).label).toBe('Guest by e-mail')
})

test('a field is set, keeping what else its place has', () => {
  const value = { path: '$.x' }
  expect(field('guest.identifiers.0.value').set(value).guest.identifiers[0]).toEqual({
    type: 'external_id',
    system: 'till',
    value,
  })
  expect(field('when.0.value').set(value).when?.[0]).toEqual({ value, is: 'equal_to', than: 'sale' })
  expect(field('parameters.spend').set(value).parameters).toEqual({ spend: value })
  expect(field('venue').set(value)).toEqual({ ...mapping, venue: value })
})

test('a field is removed', () => {
  expect(field('parameters.spend').set(undefined).parameters).toEqual({})
  expect(field('guest.identifiers.0.value').set(undefined).guest.identifiers).toHaveLength(1)
  expect(field('when.0.value').set(undefined).when).toHaveLength(1)
  const withVenue = { ...mapping, venue: { path: '$.shop' } }
  expect(field('venue', withVenue).set(undefined)).toEqual(mapping)
})

test.each([
  [undefined, 'not set'],
  [{ path: '$.a', of: 'delivery' as const, times: 0.01 }, '$.a of the delivery × 0.01'],
  [{ path: '$.a[*]', take: 'sum' as const }, '$.a[*] (sum)'],
  [{ constant: 'card' }, '"card"'],
  [{ header: 'x-topic' }, 'header x-topic'],
  [{ join: ['$.first', '$.last'] }, '$.first + $.last'],
])('%j is %s', (value, words) => {
  expect(valueInWords(value)).toBe(words)
})

test('a document without what fields need is left to the JSON', () => {
  expect(isPointable(mapping)).toBe(true)
  for (const wrong of [
    {},
    { ...mapping, guest: {} },
    { ...mapping, parameters: null },
    { ...mapping, when: [null] },
  ])
    expect(isPointable(wrong as Mapping)).toBe(false)
})
