import { expect, test } from 'vitest'
import { idRange } from './id-range.ts'

test('a range has all ids between its ends, in whatever order they come', () => {
  expect(idRange(['b', 'a', 'd', 'c'])).toEqual(['a', 'd'])
  expect(idRange(['b'])).toEqual(['b', 'b'])
  expect(idRange([])).toEqual([null, null])
})
