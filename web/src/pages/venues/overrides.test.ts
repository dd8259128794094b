import { expect, test } from 'vitest'
import { freshOverrideRow, overrideRowsOf, overridesOf, scalarInWords } from './overrides.ts'

const variables = [
  { key: 'offer', value: 'tea' },
  { key: 'discount', value: 5, own: 10 },
  { key: 'open_late', value: true, own: null },
]

test('only overrides are sent, unchanged', () => {
  expect(overridesOf(overrideRowsOf(variables))).toEqual({ discount: 10, open_late: null })
})

test('an own value begins as it is everywhere, and what is cleared is left out', () => {
  const [offer, discount] = variables as [(typeof variables)[0], (typeof variables)[0]]
  const rows = { ...overrideRowsOf(variables), offer: freshOverrideRow(offer), discount: undefined }
  expect(overridesOf(rows)).toEqual({ offer: 'tea', open_late: null })
  expect(freshOverrideRow(discount)).toEqual({ key: 'discount', kind: 'number', text: '5' })
  expect(freshOverrideRow({ key: 'empty', value: null })).toEqual({ key: 'empty', kind: 'text', text: '' })
})

test.each([
  [null, 'nothing'],
  [false, 'no'],
  [1.5, '1.5'],
  ['tea', '“tea”'],
])('%j is shown as %s', (value, words) => {
  expect(scalarInWords(value)).toBe(words)
})
