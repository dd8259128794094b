import { expect, test } from 'vitest'
import { changeInWords } from './figures.ts'

test.each([
  [112, 100, '+12 %'],
  [97, 100, '−3 %'],
  [100, 100, '±0 %'],
  [0, 4, '−100 %'],
  [5_000, 4, '+124,900 %'],
  [7, 0, undefined],
  [0, 0, undefined],
])('%i after %i', (now, before, words) => {
  expect(changeInWords(now, before)).toBe(words)
})
