import type { Mapping } from '@millrace/contract/connection-mapping'
import { expect, test } from 'vitest'
import { valueAt, withState } from './state.ts'

const mapping: Mapping = {
  became: { thing: { path: '$.id' }, state: { path: '$.state' }, one_of: [] },
  source: 'till',
  guest: { identifiers: [{ type: 'email', value: { path: '$.email' } }] },
  parameters: {},
}

test('the value at the end of a way, if there is one', () => {
  const document = { orders: [{ state: 'PAID' }] }
  expect(valueAt(document, ['orders', 0, 'state'])).toBe('PAID')
  expect(valueAt(document, ['orders', 1, 'state'])).toBeUndefined()
})

test('the state that was pointed at counts, unless others do already', () => {
  const paid = withState(mapping, 'PAID')
  expect(paid.became?.one_of).toEqual(['PAID'])
  expect(withState(paid, 'OPEN')).toBe(paid)
  expect(withState(mapping, null)).toBe(mapping)
})
