import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('at most so many at a time, each in its turn, also after one that failed', async () => {
  const turns = createTurns({ atOnce: 2, mostAMinute: 10, now: () => 0 })
  let running = 0
  let most = 0
  const taken = Array.from({ length: 7 }, (_, index) =>
    turns.take(async () => {
      running += 1
      most = Math.max(most, running)
      await setImmediate()
      running -= 1
      if (index === 0) throw new Error('the first one')
      return index
    }),
  )
  const results = await Promise.allSettled(taken)
  expect(results.map(({ status }) => status)).toEqual(['rejected', ...Array(6).fill('fulfilled')])
  expect(most).toBe(2)
  await turns.ended()
  expect(running).toBe(0)
})

test('at most so many in a minute', () => {
  let now = 0
  const turns = createTurns({ atOnce: 1, mostAMinute: 2, now: () => now })
  expect([turns.isFree(), turns.isFree(), turns.isFree()]).toEqual([true, true, false])
  now = 60_000
  expect(turns.isFree()).toBe(true)
})
