import { expect, test } from 'vitest'
import { createLanes } from './lanes.ts'

const [FAST, SLOW] = ['fast', 'slow']

test('an organisation takes the fast lane until it has more than usual, and others are not asked', () => {
  const lanes = createLanes(() => 0)
  expect([lanes.laneOf('flooding', 150), lanes.laneOf('flooding', 50)]).toEqual([FAST, FAST])
  expect([lanes.laneOf('flooding', 1), lanes.laneOf('other', 1)]).toEqual([SLOW, FAST])
})

test('room comes back with time, and never more than there was', () => {
  let now = 0
  const lanes = createLanes(() => now)
  lanes.laneOf('one', 200)
  now = 30
  expect([lanes.laneOf('one', 1), lanes.laneOf('one', 1)]).toEqual([FAST, SLOW])
  now = 3_600_000
  expect([lanes.laneOf('one', 200), lanes.laneOf('one', 1)]).toEqual([FAST, SLOW])
})

test('while too much comes, all of it is slow, and a moment later it is not', () => {
  let now = 0
  const lanes = createLanes(() => now)
  expect(lanes.laneOf('one', 201)).toBe(SLOW)
  for (; now < 10_000; now += 10) expect(lanes.laneOf('one', 1)).toBe(SLOW)
  now += 20
  expect(lanes.laneOf('one', 1)).toBe(FAST)
})
