import { expect, test } from 'vitest'
import { hasMoreValues } from './count-values.ts'

test.each<[unknown, number]>([
  [{}, 1],
  [[1, 2, 3], 3],
  [{ a: [{}, {}], b: 'x' }, 6],
  ['{[,,,]}', 0],
  ['\\', 0],
  ['"{"', 0],
  [['\\"', ',', '\\\\'], 3],
])('%j has %i signs of values, and no more', (value, signs) => {
  const text = JSON.stringify(value)
  expect(hasMoreValues(text, signs)).toBe(false)
  if (signs > 0) expect(hasMoreValues(text, signs - 1)).toBe(true)
})

test('what is no JSON ends as well', () => {
  for (const text of ['"', '"\\', '\\"', '']) expect(hasMoreValues(text, 0)).toBe(false)
})
