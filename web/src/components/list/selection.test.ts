import { expect, test } from 'vitest'
import { between } from './selection.ts'

test('Shift selects all rows from the one before to this one, in either direction', () => {
  const keys = ['a', 'b', 'c', 'd']
  expect(between(keys, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(between(keys, 'c', 'a')).toEqual(['a', 'b', 'c'])
})

test('and only this one where there was none before, or it is no longer shown', () => {
  expect(between(['a', 'b'], undefined, 'b')).toEqual(['b'])
  expect(between(['a', 'b'], 'gone', 'b')).toEqual(['b'])
})
