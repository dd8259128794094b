import { expect, test } from 'vitest'
import { createLoopGuard, MOST_STARTS_A_MINUTE } from './loop-guard.ts'

function guarded() {
  let now = 0
  const guard = createLoopGuard(() => now)
  return {
    guard,
    pass: (ms: number) => {
      now += ms
    },
    start: (times: number, guest = 'g') => {
      for (let n = 0; n < times; n++) guard.started('w', guest)
    },
  }
}

test('a workflow is full for one guest, and for nobody else', () => {
  const { guard, start } = guarded()
  start(MOST_STARTS_A_MINUTE - 1)
  expect(guard.isFull('w', 'g', 0)).toBe(false)
  expect(guard.isFull('w', 'g', 1)).toBe(true)
  start(1)
  expect(guard.isFull('w', 'g', 0)).toBe(true)
  expect(guard.isFull('w', 'other', 0)).toBe(false)
  expect(guard.isFull('other', 'g', 0)).toBe(false)
})

test('one event that starts it too often at once is stopped as well', () => {
  expect(guarded().guard.isFull('w', 'g', MOST_STARTS_A_MINUTE)).toBe(true)
})

test('room comes back as the minute passes, and not all at once at its edge', () => {
  const { guard, start, pass } = guarded()
  start(MOST_STARTS_A_MINUTE)
  pass(61_000)
  expect(guard.isFull('w', 'g', 0)).toBe(false)
  // Two bursts do not fit around the edge of a window.
  start(10)
  expect(guard.isFull('w', 'g', 0)).toBe(true)
  pass(120_000)
  expect(guard.isFull('w', 'g', 0)).toBe(false)
  start(MOST_STARTS_A_MINUTE)
  expect(guard.isFull('w', 'g', 0)).toBe(true)
})

test('an alert is due once in a while for each workflow', () => {
  const { guard, pass } = guarded()
  expect([guard.shouldReport('w'), guard.shouldReport('w'), guard.shouldReport('x')]).toEqual([
    true,
    false,
    true,
  ])
  pass(10_000)
  expect(guard.shouldReport('w')).toBe(true)
})

test('a flood of guests does not fill the memory', () => {
  const { guard } = guarded()
  for (let n = 0; n < 60_000; n++) guard.started('w', String(n))
  for (let n = 0; n < MOST_STARTS_A_MINUTE; n++) guard.started('w', 'last')
  expect(guard.isFull('w', 'last', 0)).toBe(true)
  expect(guard.isFull('w', '0', MOST_STARTS_A_MINUTE - 1)).toBe(false)
})
