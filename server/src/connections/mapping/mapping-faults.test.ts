import { expect, test } from 'vitest'
import { vendors } from '../vendors/vendors.ts'
import { readWrittenMapping } from './mapping-faults.ts'

const mapping = {
  source: 'till',
  guest: { identifiers: [{ type: 'email', value: { path: '$.email' } }] },
  parameters: {},
}

const faultsOf = (written: unknown) => {
  const read = readWrittenMapping(written)
  return 'faults' in read ? read.faults : {}
}

test.each(vendors.map(({ id, mapping: own }) => [id, own] as const))(
  'the mapping of %s has none',
  (_id, own) => {
    expect(readWrittenMapping(own)).toEqual({ mapping: own })
  },
)

test.each([
  [[], { mapping: ['must be an object'] }],
  [{}, { source: ['is missing'], guest: ['is missing'], parameters: ['is missing'] }],
  [{ ...mapping, more: 1 }, { more: ['is not a known field here'] }],
  [{ ...mapping, source: '' }, { source: ['must not be empty'] }],
  [{ ...mapping, guest: { identifiers: [] } }, { 'guest.identifiers': ['needs at least 1'] }],
  [{ ...mapping, parameters: { spend: { path: 3 } } }, { 'parameters.spend.path': ['must be text'] }],
  [
    { ...mapping, parameters: { spend: { path: '$.a', or: [] } } },
    { 'parameters.spend.or': ['must be text or a number or true or false or null'] },
  ],
  [
    { ...mapping, when: [{ value: { path: '$.a' }, is: 'equal', than: 1 }] },
    {
      'when.0.is': [
        'must be equal_to or not_equal_to or one_of or none_of or at_least or at_most or present or missing',
      ],
    },
  ],
  [{ ...mapping, when: [{ value: { path: '$.a' } }] }, { 'when.0': ['needs is'] }],
  [
    { ...mapping, when: [{ any: [{ value: { path: '' }, is: 'present' }] }] },
    { 'when.0.any.0.value.path': ['must not be empty'] },
  ],
  [{ ...mapping, when: [3] }, { 'when.0': ['must be an object'] }],
  [
    { ...mapping, each: '$.orders[', occurred_at: { path: '$..a..b' } },
    {
      each: [expect.stringMatching(/^is not a JSONPath as in RFC 9535/)],
      'occurred_at.path': ['may have ".." once only'],
    },
  ],
])('%j is refused at its fields', (written, faults) => {
  expect(faultsOf(written)).toEqual(faults)
})
