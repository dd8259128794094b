import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBulkhead } from './bulkhead.ts'

test('all places are taken together or none is', () => {
  const bulkhead = createBulkhead()
  const leave = bulkhead.enter([
    ['host', 1],
    ['all', 2],
  ])
  expect(
    bulkhead.enter([
      ['all', 2],
      ['host', 1],
    ]),
  ).toBeUndefined()
  expect(
    bulkhead.enter([
      ['other', 1],
      ['all', 2],
    ]),
  ).toBeDefined()
  leave?.()
  expect(
    bulkhead.enter([
      ['host', 1],
      ['all', 2],
    ]),
  ).toBeDefined()
})

test('in any order of calls, no slot is taken more often than allowed, and none is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ key: fc.nat(3), leaves: fc.nat(9) })), moves => {
      const bulkhead = createBulkhead()
      const inside: { key: number; leave: () => void }[] = []
      for (const { key, leaves } of moves) {
        const leave = bulkhead.enter([
          [`${key}`, 2],
          ['all', 5],
        ])
        const room = inside.filter(one => one.key === key).length < 2 && inside.length < 5
        expect(leave !== undefined).toBe(room)
        if (leave) inside.push({ key, leave })
        if (leaves < inside.length) inside.splice(leaves, 1)[0]?.leave()
      }
    }),
  )
})
