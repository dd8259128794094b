import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGate } from './gate.ts'
import { Overloaded } from './overloaded.ts'

let at = 0
beforeEach(() => {
  at = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const settle = () => new Promise(setImmediate)
const now = () => at

/** Those who are in, in the order in which they came in; each leaves when the test says so. */
function crowd(most: number, silentMs = () => 0) {
  const gate = createGate({ most, now, admission: { longestWaitMs: 1_000, silentMs } })
  const inside: { group: string; leave(): void }[] = []
  const refused: { group: string; error: Overloaded }[] = []
  const come = (group: string, times = 1) => {
    for (let n = 0; n < times; n++)
      gate.enter(group).then(
        leave => inside.push({ group, leave }),
        error => refused.push({ group, error }),
      )
    return settle()
  }
  /** The first of them leaves after some time. */
  const leaveAfter = (ms: number) => {
    at += ms
    inside.shift()?.leave()
    return settle()
  }
  return { gate, inside, refused, come, leaveAfter }
}

test('as many as there is room for are in at a time, and the next when one leaves', async () => {
  const { inside, come, leaveAfter } = crowd(2)
  await come('runs', 3)
  expect(inside).toHaveLength(2)
  await leaveAfter(10)
  expect(inside).toHaveLength(2)
  await leaveAfter(10)
  await leaveAfter(10)
  expect(inside).toHaveLength(0)
  await come('runs')
  expect(inside).toHaveLength(1)
})

test('who leaves twice makes room once', async () => {
  const { gate, come, inside } = crowd(1)
  const leave = await gate.enter('runs')
  await come('runs', 3)
  leave()
  leave()
  await settle()
  expect(inside).toHaveLength(1)
})

test('groups take turns: two hundred of one do not hold up two of another', async () => {
  const { inside, come, leaveAfter } = crowd(1)
  await come('runs', 200)
  await come('guests', 2)
  const served: string[] = []
  for (let n = 0; n < 6; n++) {
    served.push(inside[0]?.group as string)
    await leaveAfter(1)
  }
  expect(served).toEqual(['runs', 'runs', 'guests', 'runs', 'guests', 'runs'])
})

test('who would wait longer than a second is refused at once, with the seconds until there is room', async () => {
  const { refused, come, leaveAfter, gate, inside } = crowd(2)
  await come('runs', 2)
  await leaveAfter(400)
  await leaveAfter(0)
  // Two at a time in 400 ms: five in a second, and as many wait.
  await come('runs', 22)
  expect(inside).toHaveLength(2)
  expect(refused.length).toBeGreaterThan(14)
  expect(refused.map(({ error }) => error.retryAfterSeconds)).toEqual(refused.map(() => 1))
  expect(gate.expectedWaitMs('runs')).toBeGreaterThan(1_000)
  // A group that has nobody waiting comes after one of each.
  expect(gate.expectedWaitMs('guests')).toBeLessThan(1_000)
})

test('the seconds are those that it takes: a long queue says a later time than a short one', () => {
  const times = [900, 1_500, 4_200, 1e9].map(ms => new Overloaded(ms).retryAfterSeconds)
  expect(times).toEqual([1, 1, 4, 60])
})

test('when nothing ends, newcomers are refused after a second, and those who wait after two', async () => {
  const { refused, come, leaveAfter, inside } = crowd(2)
  await come('runs', 2)
  await leaveAfter(5)
  await leaveAfter(5)
  await come('runs', 3)
  at += 1_100
  await come('guests')
  expect([inside.length, refused.map(({ group }) => group)]).toEqual([2, ['guests']])
  vi.advanceTimersByTime(2_000)
  await settle()
  expect(refused.map(({ group }) => group)).toEqual(['guests', 'runs'])
  // Back again: nobody who gave up is let in.
  await leaveAfter(0)
  await leaveAfter(0)
  await come('guests', 2)
  expect(inside).toHaveLength(2)
})

test('one that takes long says nothing about the others', async () => {
  const { gate, come, leaveAfter, inside, refused } = crowd(3)
  await come('slow')
  const slow = inside.shift()
  for (let n = 0; n < 20; n++) {
    await come('quick', 2)
    await leaveAfter(100)
    await leaveAfter(0)
  }
  await come('quick', 4)
  expect([refused, gate.expectedWaitMs('quick') < 1_000]).toEqual([[], true])
  slow?.leave()
})

test('while what all need is silent, nobody is let in, room or not', async () => {
  let silentMs = 900
  const { refused, come, inside } = crowd(2, () => silentMs)
  await come('runs')
  silentMs = 2_500
  await come('runs')
  silentMs = 0
  await come('runs')
  expect([inside.length, refused.length]).toEqual([2, 1])
})

test('those who are on the way count, once', async () => {
  const { gate, come, leaveAfter } = crowd(2)
  await come('runs', 2)
  await leaveAfter(400)
  await leaveAfter(0)
  const gone = [1, 2, 3, 4, 5, 6, 7].map(() => gate.announce('runs'))
  expect(gate.expectedWaitMs('runs')).toBeGreaterThan(1_000)
  await come('runs', 2)
  // Two of the seven are in, so five are still to come.
  expect(gate.expectedWaitMs('runs')).toBe(400 + 5 * 200)
  for (const leave of gone) leave()
  expect(gate.expectedWaitMs('runs')).toBe(400)
})

test('who waits is refused when it has become slower since, and the first of them are served', async () => {
  const { refused, come, leaveAfter, inside } = crowd(2)
  await come('runs', 2)
  await leaveAfter(10)
  await leaveAfter(0)
  await come('runs', 52)
  expect(refused).toHaveLength(0)
  at += 400
  vi.advanceTimersByTime(100)
  await settle()
  // Two at a time in 400 ms, and 400 more until the next: three of those who wait.
  expect(refused).toHaveLength(52 - 2 - 4)
  await leaveAfter(0)
  await leaveAfter(0)
  expect(inside).toHaveLength(2)
})

test('who has never come is not expected to, whatever happens', async () => {
  let silentMs = 0
  const { gate, come } = crowd(1, () => silentMs)
  await come('runs', 5)
  at += 3_000
  silentMs = 3_000
  expect([gate.expectedWaitMs('runs'), gate.expectedWaitMs('pages')]).toEqual([3_000, 0])
})
