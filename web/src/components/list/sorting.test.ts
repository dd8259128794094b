import { expect, test } from 'vitest'
import { directionBy, nextSort, type Sorting, sortRows } from './sorting.ts'

const sorting = (sort: string): Sorting => ({ sort, usual: '-created', setSort: () => undefined })
const created = { sort: 'created', down: true } as const
const name = { sort: 'name' } as const

test('a list is sorted as usual until a heading is chosen', () => {
  expect(directionBy(created, sorting(''))).toBe('descending')
  expect(directionBy(name, sorting(''))).toBeUndefined()
  expect(directionBy(name, sorting('-name'))).toBe('descending')
  expect(directionBy({}, sorting(''))).toBeUndefined()
})

test('a heading sorts by its column, and again the other way round; the usual order is left out of the address', () => {
  expect(nextSort(name, sorting(''))).toBe('name')
  expect(nextSort(name, sorting('name'))).toBe('-name')
  expect(nextSort(name, sorting('-name'))).toBe('name')
  expect(nextSort(created, sorting(''))).toBe('created')
  expect(nextSort(created, sorting('created'))).toBe('')
  expect(nextSort(created, sorting('name'))).toBe('')
})

test('rows without a value are last, whichever way round', () => {
  const rows = [{ n: 2 }, { n: null }, { n: 10 }, { n: 1 }]
  expect(sortRows(rows, row => row.n, 'ascending').map(({ n }) => n)).toEqual([1, 2, 10, null])
  expect(sortRows(rows, row => row.n, 'descending').map(({ n }) => n)).toEqual([10, 2, 1, null])
  expect(sortRows(['b', 'Á', 'c'], row => row, 'ascending')).toEqual(['Á', 'b', 'c'])
})
