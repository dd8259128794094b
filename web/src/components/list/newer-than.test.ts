import { expect, test } from 'vitest'
import { newerThan } from './newer-than.ts'

const shown = new Set(['c', 'd', 'e'])

test('rows above those that are shown are counted', () => {
  expect(newerThan(shown, ['a', 'b', 'c', 'd'])).toBe('2')
})

test('nothing is said while the first row is one that is shown', () => {
  expect(newerThan(shown, ['c', 'd'])).toBeUndefined()
  // The first row is no longer in the list, like a completed task.
  expect(newerThan(shown, ['d', 'x'])).toBeUndefined()
  expect(newerThan(shown, [])).toBeUndefined()
})

test('a whole page of others is at least so many', () => {
  expect(newerThan(shown, ['a', 'b'])).toBe('2 or more')
})
