import { expect, test } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

test('the entry that was not used for longest makes room for a new one', () => {
  const map = new BoundedMap<number>(2)
  map.set('one', 1)
  map.set('two', 2)
  map.get('one')
  map.set('two', 3)
  map.get('one')
  map.set('three', 4)
  expect([...map.entries()].sort()).toEqual([
    ['one', 1],
    ['three', 4],
  ])
})

test('a limit takes no memory before there are entries', () => {
  const before = heldBytes()
  const maps = Array.from({ length: 50 }, () => new BoundedMap<number>(100_000))
  const taken = heldBytes() - before
  expect(maps).toHaveLength(50)
  expect(taken).toBeLessThan(10_000_000)
})

function heldBytes(): number {
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return arrayBuffers + heapUsed
}
