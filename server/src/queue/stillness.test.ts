import { expect, test } from 'vitest'
import { createStillness } from './stillness.ts'

interface Thing {
  readonly key: string
  readonly state: string
}

function watching() {
  let at = 0
  const stillness = createStillness<Thing>({
    forMs: 10,
    now: () => at,
    keyOf: ({ key }) => key,
    stateOf: ({ state }) => state,
  })
  return (now: number, ...things: Thing[]) => {
    at = now
    return stillness.of(things).map(({ key }) => key)
  }
}

const [a1, a2, b1] = [
  { key: 'a', state: '1' },
  { key: 'a', state: '2' },
  { key: 'b', state: '1' },
]

test('what has not moved for the whole time is still, and not a moment earlier', () => {
  const look = watching()
  expect([look(0, a1), look(9, a1), look(10, a1), look(11, a1)]).toEqual([[], [], ['a'], ['a']])
})

test('what moves begins again, each for itself', () => {
  const look = watching()
  expect([look(0, a1, b1), look(9, a2, b1), look(10, a2, b1), look(19, a2, b1)]).toEqual([
    [],
    [],
    ['b'],
    ['a', 'b'],
  ])
})

test('what was away for one look begins again', () => {
  const look = watching()
  expect([look(0, a1), look(5), look(12, a1), look(21, a1), look(22, a1)]).toEqual([[], [], [], [], ['a']])
})

test('a process that did not look for long frees what moved meanwhile no more than any other', () => {
  const look = watching()
  expect([look(0, a1, b1), look(1_000, a2, b1)]).toEqual([[], ['b']])
})
