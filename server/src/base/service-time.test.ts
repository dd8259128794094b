import { expect, test } from 'vitest'
import { createServiceTime } from './service-time.ts'

function serving() {
  let at = 0
  const service = createServiceTime(() => at)
  return {
    service,
    pass(ms: number) {
      at += ms
    },
    /** So many in a row, each as long. */
    take(times: number, ms: number) {
      for (let n = 0; n < times; n++) {
        const end = service.begin()
        at += ms
        end()
      }
    },
  }
}

test('the first time is believed, and a change followed within some', () => {
  const { service, take } = serving()
  expect(service.usual()).toBe(0)
  take(1, 50)
  expect(service.usual()).toBe(50)
  take(20, 500)
  expect(service.usual()).toBeGreaterThan(480)
  take(20, 5)
  expect(service.usual()).toBeLessThan(15)
})

test('what is under way counts when most of it takes longer than usual', () => {
  const { service, take, pass } = serving()
  take(10, 10)
  service.begin()
  pass(3_000)
  for (let n = 0; n < 2; n++) service.begin()
  expect(service.usual()).toBe(10)
  pass(1_000)
  expect(service.usual()).toBe(1_000)
})

test('the next one ends when it usually does, or is late by as much again', () => {
  const { service, take, pass } = serving()
  expect(service.untilNextEnds()).toBe(0)
  take(10, 100)
  const end = service.begin()
  pass(30)
  service.begin()
  expect(service.untilNextEnds()).toBe(70)
  end()
  expect(service.untilNextEnds()).toBeLessThan(100)
  pass(700)
  // Of 86 ms, after one that took 30.
  expect(service.untilNextEnds()).toBeCloseTo(614)
})
