import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createAfterIo } from './after-io.ts'

test('what is added in a turn is called in order after it, once', async () => {
  const { add } = createAfterIo()
  const called: number[] = []
  for (const n of [1, 2, 3]) add(() => called.push(n))
  await Promise.resolve()
  expect(called).toEqual([])
  await nextTurn()
  expect(called).toEqual([1, 2, 3])
  await nextTurn()
  expect(called).toEqual([1, 2, 3])
})

test('what is added meanwhile waits for the next turn', async () => {
  const { add } = createAfterIo()
  const called: string[] = []
  add(() => {
    called.push('first')
    add(() => called.push('second'))
  })
  await nextTurn()
  expect(called).toEqual(['first'])
  await nextTurn()
  expect(called).toEqual(['first', 'second'])
})

test('in a turn that does not end, who comes by begins with what has waited for too long', async () => {
  let now = 0
  const { add, comeBy } = createAfterIo(() => now)
  const called: string[] = []
  add(() => called.push('stored'))
  now = 20
  comeBy()
  expect(called).toEqual([])
  now = 21
  comeBy()
  expect(called).toEqual(['stored'])
  comeBy()
  await nextTurn()
  expect(called).toEqual(['stored'])
})
