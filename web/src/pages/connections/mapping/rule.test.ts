import type { Mapping } from '@millrace/contract/connection-mapping'
import { expect, test } from 'vitest'
import { readThan, testOf, withAlternative, withComparison, withTest, writeThan } from './rule.ts'

const value = { path: '$.type' }
const mapping: Mapping = {
  when: [{ any: [{ value, is: 'present' }] }, { value, is: 'equal_to', than: 'sale' }],
  source: 'till',
  guest: { identifiers: [{ type: 'email', value: { path: '$.email' } }] },
  parameters: {},
}

test('a field of a condition leads to its test, also to one of several', () => {
  expect(testOf(mapping, 'when.1.value')).toEqual({ place: { rule: 1 }, test: mapping.when?.[1] })
  expect(testOf(mapping, 'when.0.any.0.value')).toEqual({
    place: { rule: 0, option: 0 },
    test: { value, is: 'present' },
  })
  for (const name of ['when.0.value', 'when.2.value', 'venue']) expect(testOf(mapping, name)).toBeUndefined()
})

test('a condition gets an alternative, and without it is as it was', () => {
  const [both, place] = withAlternative(mapping, { rule: 1 })
  expect(both.when?.[1]).toEqual({
    any: [
      { value, is: 'equal_to', than: 'sale' },
      { value: { path: '$' }, is: 'present' },
    ],
  })
  expect(withTest(both, place, undefined).when).toEqual(mapping.when)
  const [three, third] = withAlternative(both, place)
  expect(third).toEqual({ rule: 1, option: 2 })
  expect(withTest(three, { rule: 1, option: 0 }, undefined).when?.[1]).toMatchObject({ any: [{}, {}] })
})

test('a mapping without its last condition has none', () => {
  const one = { ...mapping, when: [{ value, is: 'present' as const }] }
  expect(withTest(one, { rule: 0 }, undefined)).not.toHaveProperty('when')
})

test.each([
  ['present', '', { value, is: 'present' }],
  ['not_equal_to', 'refund', { value, is: 'not_equal_to', than: 'refund' }],
  ['one_of', 'sale, 12', { value, is: 'one_of', than: ['sale', 12] }],
] as const)('%s with %j makes the rule %j', (is, typed, rule) => {
  expect(withComparison(mapping, { rule: 1 }, is, typed).when).toEqual([mapping.when?.[0], rule])
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
