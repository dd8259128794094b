import { expect, test } from 'vitest'
import { listPathOf, pathOf, pointedAt } from './way.ts'

test.each([
  [[], '$'],
  [['data', 'object', 'id'], '$.data.object.id'],
  [['orders', 0, 'total'], '$.orders[0].total'],
  [
    ['first name', 'ä', "o'clock", 'a\\b', 'new\nline'],
    '$["first name"]["ä"]["o\'clock"]["a\\\\b"]["new\\nline"]',
  ],
])('the way %j is %s', (way, path) => {
  expect(pathOf(way)).toBe(path)
})

test('without a list, a value is in the delivery', () => {
  expect(pointedAt({}, ['orders', 0, 'total'])).toEqual({ path: '$.orders[0].total' })
})

test.each(['$.data.orders[*]', '$.data.orders'])(
  'with the list %s, it is in an item or in the delivery',
  each => {
    expect(pointedAt({ each }, ['data', 'orders', 2, 'guest', 'email'])).toEqual({ path: '$.guest.email' })
    expect(pointedAt({ each }, ['data', 'orders', 1])).toEqual({ path: '$' })
    expect(pointedAt({ each }, ['data', 'shop'])).toEqual({ path: '$.data.shop', of: 'delivery' })
  },
)

test('the delivery itself can be the list', () => {
  expect(pointedAt({ each: '$[*]' }, [3, 'email'])).toEqual({ path: '$.email' })
})

test('a list in the items of a list is the one of each item', () => {
  const each = `${listPathOf(['orders', 0, 'checks'])}[*]`
  expect(each).toBe('$.orders[*].checks[*]')
  expect(pointedAt({ each }, ['orders', 1, 'checks', 0, 'total'])).toEqual({ path: '$.total' })
})
