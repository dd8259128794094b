import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Overloaded } from '#base/overloaded.ts'
import { createTurns } from './turns.ts'

test('no more tasks run than there are turns, and all get theirs, in order', async () => {
  const inTurn = createTurns({ most: 2, longestQueue: 100 })
  let underWay = 0
  let most = 0
  const order: number[] = []
  const work = (n: number) =>
    inTurn(async () => {
      underWay++
      most = Math.max(most, underWay)
      order.push(n)
      await setImmediate()
      underWay--
      return n
    })
  const all = Array.from({ length: 20 }, (_, n) => n)
  expect(await Promise.all(all.map(work))).toEqual(all)
  expect([most, order]).toEqual([2, all])
})

test('a task is refused at once when the queue is full, and the others are not disturbed', async () => {
  const inTurn = createTurns({ most: 1, longestQueue: 1 })
  const first = inTurn(() => setImmediate('first'))
  const second = inTurn(() => setImmediate('second'))
  await expect(inTurn(async () => 'third')).rejects.toBeInstanceOf(Overloaded)
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  expect(await inTurn(async () => 'fourth')).toBe('fourth')
})

test('work that fails gives its turn back', async () => {
  const inTurn = createTurns({ most: 1, longestQueue: 1 })
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inTurn(async () => 'next')).toBe('next')
})
