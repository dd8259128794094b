import { expect, test } from 'vitest'
import { isSame, savedOf } from './saved-filters.ts'

test('a view keeps filters and columns, but no search and no guest', () => {
  const params = new URLSearchParams('tag=vip&text=ada&guest_id=7&columns=Points&status=')
  expect(savedOf(params)).toEqual({ tag: 'vip', columns: 'Points' })
})

test('two are the same in any order', () => {
  expect(isSame({ tag: 'vip', status: 'open' }, { status: 'open', tag: 'vip' })).toBe(true)
  expect(isSame({ tag: 'vip' }, { tag: 'vip', status: 'open' })).toBe(false)
})
