import type { Mapping } from '@millrace/contract/connection-mapping'
import { expect, test } from 'vitest'
import { readThan, ruleOf, withComparison, writeThan } from './rule.ts'

const value = { path: '$.type' }
const mapping: Mapping = {
  when: [{ any: [{ value, is: 'present' }] }, { value, is: 'equal_to', than: 'sale' }],
  source: 'till',
  guest: { identifiers: [{ type: 'email', value: { path: '$.email' } }] },
  parameters: {},
}

test('a field of a rule leads to its rule; one of several tests has none', () => {
  expect(ruleOf(mapping, 'when.1.value')).toEqual({ place: 1, rule: mapping.when?.[1] })
  for (const name of ['when.0.value', 'when.2.value', 'venue']) expect(ruleOf(mapping, name)).toBeUndefined()
})

test.each([
  ['present', '', { value, is: 'present' }],
  ['not_equal_to', 'refund', { value, is: 'not_equal_to', than: 'refund' }],
  ['one_of', 'sale, 12', { value, is: 'one_of', than: ['sale', 12] }],
] as const)('%s with %j makes the rule %j', (is, typed, rule) => {
  expect(withComparison(mapping, 1, is, typed).when).toEqual([mapping.when?.[0], rule])
})

test.each(['sale', 12, -1.5, true, false, '12', 'true', ''])(
  '%j is written so that it is read as the same',
  one => {
    expect(readThan('equal_to', writeThan(one))).toBe(one)
  },
)

test('so is a list', () => {
  expect(readThan('one_of', writeThan(['PAID', 1, '1']))).toEqual(['PAID', 1, '1'])
})
