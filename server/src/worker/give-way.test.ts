import { expect, test } from 'vitest'
import { createWay } from './give-way.ts'

/** Work that reports its start, and ends when the test ends it. */
function work(name: string, begun: string[]) {
  const end = Promise.withResolvers<void>()
  const run = () => {
    begun.push(name)
    return end.promise
  }
  return { run, end: end.resolve }
}

const settled = () => new Promise(resolve => setImmediate(resolve))

test('who gives way does as they like while nobody takes it', async () => {
  const begun: string[] = []
  const way = createWay(() => 0)
  const [first, second] = [work('first', begun), work('second', begun)]
  const both = [way.give(first.run), way.give(second.run)]
  expect(begun).toEqual(['first', 'second'])
  first.end()
  second.end()
  await Promise.all(both)
})

test('while someone takes it they go one at a time and behind, and a moment later as before', async () => {
  let now = 0
  const begun: string[] = []
  const way = createWay(
    () => now,
    async () => {},
  )
  const [taken, first, second] = [work('taken', begun), work('first', begun), work('second', begun)]
  const [third, fourth] = [work('third', begun), work('fourth', begun)]
  const going = [way.take(taken.run), way.give(first.run), way.give(second.run)]
  await settled()
  expect(begun).toEqual(['taken'])
  taken.end()
  await settled()
  expect(begun).toEqual(['taken', 'first'])
  first.end()
  await settled()
  expect(begun).toEqual(['taken', 'first', 'second'])
  now = 251
  going.push(way.give(third.run), way.give(fourth.run))
  expect(begun).toEqual(['taken', 'first', 'second', 'third', 'fourth'])
  for (const one of [second, third, fourth]) one.end()
  await Promise.all(going)
})

test('each is followed by a pause as long as it took, while someone takes the way, and by no long one', async () => {
  let now = 0
  const begun: string[] = []
  const pauses: number[] = []
  const paused = Promise.withResolvers<void>()
  const way = createWay(
    () => now,
    ms => {
      pauses.push(ms)
      return paused.promise
    },
  )
  await way.take(async () => {})
  const [first, second, third] = [work('first', begun), work('second', begun), work('third', begun)]
  const going = [way.give(first.run), way.give(second.run), way.give(third.run)]
  await settled()
  now = 20
  first.end()
  await settled()
  expect([begun, pauses]).toEqual([['first'], [20]])
  paused.resolve()
  await settled()
  now = 120
  second.end()
  await settled()
  expect([begun, pauses]).toEqual([
    ['first', 'second', 'third'],
    [20, 50],
  ])
  now = 251
  third.end()
  await Promise.all(going)
  await way.give(async () => {})
  expect(pauses).toHaveLength(2)
})

test('work that fails holds up nobody', async () => {
  const way = createWay(() => 0)
  const failing = () => Promise.reject(new Error('stumbled'))
  await expect(way.take(failing)).rejects.toThrow('stumbled')
  await expect(way.give(failing)).rejects.toThrow('stumbled')
  expect(await way.give(async () => 'done')).toBe('done')
})
