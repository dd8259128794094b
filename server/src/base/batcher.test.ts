import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type BatcherOptions, createBatcher } from './batcher.ts'
import { Overloaded } from './overloaded.ts'

// Patience depends on the clock, which stands still until a test moves it, so a busy machine cannot affect the
// result.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Several turns of the event loop, so that everything happens that does not wait for the clock. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
}

/** A batcher whose batches end when the test says so. */
function controlled(options: Partial<Omit<BatcherOptions<number, number>, 'run'>> = {}) {
  const batches: { items: number[]; end: PromiseWithResolvers<void> }[] = []
  const batcher = createBatcher<number, number>({
    most: 100,
    longestQueue: 1_000,
    patienceMs: 60_000,
    ...options,
    async run(items) {
      const end = Promise.withResolvers<void>()
      batches.push({ items, end })
      await end.promise
      return items.map(item => item * 10)
    },
  })
  return { batcher, batches }
}

const patienceMs = 20
const longer = async () => {
  await settle()
  vi.advanceTimersByTime(patienceMs)
  await settle()
}

test('one alone is taken at once', async () => {
  const { batcher, batches } = controlled()
  const result = batcher.add(1)
  await settle()
  batches[0]?.end.resolve()
  expect(await result).toBe(10)
})

test('concurrent items share a batch, and each gets its own answer', async () => {
  const { batcher, batches } = controlled()
  const results = Promise.all([batcher.add(1), batcher.add(2), batcher.add(3)])
  await settle()
  expect(batches.map(batch => batch.items)).toEqual([[1, 2, 3]])
  batches[0]?.end.resolve()
  expect(await results).toEqual([10, 20, 30])
})

test('what comes while a batch is under way is the next one, in order, up to the most', async () => {
  const { batcher, batches } = controlled({ most: 2 })
  const results = [batcher.add(1), batcher.add(2)]
  await settle()
  results.push(batcher.add(3))
  await settle()
  expect(batches).toHaveLength(1)
  batches[0]?.end.resolve()
  await settle()
  expect(batches.map(batch => batch.items)).toEqual([[1, 2], [3]])
  for (const item of [4, 5, 6]) results.push(batcher.add(item))
  for (let n = 1; n < 4; n++) {
    await settle()
    batches[n]?.end.resolve()
  }
  expect(await Promise.all(results)).toEqual([10, 20, 30, 40, 50, 60])
  expect(batches.map(batch => batch.items)).toEqual([[1, 2], [3], [4, 5], [6]])
})

test('few callers do not wait for each other, and one more waits until they are few again', async () => {
  const { batcher, batches } = controlled({ few: 3 })
  const results: Promise<number>[] = []
  for (const item of [1, 2, 3, 4, 5]) {
    results.push(batcher.add(item))
    await settle()
  }
  expect(batches.map(batch => batch.items)).toEqual([[1], [2], [3]])
  batches[0]?.end.resolve()
  await settle()
  // Two are under way and two wait: still more than few.
  expect(batches).toHaveLength(3)
  batches[1]?.end.resolve()
  await settle()
  expect(batches.map(batch => batch.items)).toEqual([[1], [2], [3], [4, 5]])
  for (const { end } of batches) end.resolve()
  expect(await Promise.all(results)).toEqual([10, 20, 30, 40, 50])
})

test('a large batch leaves some of the callers for the next', async () => {
  const { batcher, batches } = controlled()
  const results = Array.from({ length: 64 }, (_, n) => batcher.add(n))
  await settle()
  expect(batches.map(batch => batch.items.length)).toEqual([39])
  batches[0]?.end.resolve()
  await settle()
  // The callers that were answered call again while the others are still waiting.
  for (let n = 64; n < 64 + 39; n++) results.push(batcher.add(n))
  batches[1]?.end.resolve()
  await settle()
  batches[2]?.end.resolve()
  expect(await Promise.all(results)).toEqual(Array.from({ length: 64 + 39 }, (_, n) => n * 10))
  expect(batches.map(batch => batch.items.length)).toEqual([39, 25, 39])
})

test('a second batch joins the first only when that takes long', async () => {
  const { batcher, batches } = controlled({ patienceMs })
  const results = [batcher.add(1)]
  await settle()
  results.push(batcher.add(2))
  await settle()
  expect(batches).toHaveLength(1)
  await longer()
  expect(batches.map(batch => batch.items)).toEqual([[1], [2]])
  for (const batch of batches) batch.end.resolve()
  expect(await Promise.all(results)).toEqual([10, 20])
})

test('an item need not wait for a batch that has already taken long', async () => {
  const { batcher, batches } = controlled({ patienceMs })
  const results = [batcher.add(1)]
  await longer()
  results.push(batcher.add(2))
  await settle()
  expect(batches.map(batch => batch.items)).toEqual([[1], [2]])
  for (const batch of batches) batch.end.resolve()
  expect(await Promise.all(results)).toEqual([10, 20])
})

test('in a turn that does not end, who only asks sees to a batch that has waited for too long', async () => {
  const { batcher, batches } = controlled({ patienceMs })
  const results = [batcher.add(1)]
  // No turn of the event loop begins from here on.
  vi.advanceTimersByTime(patienceMs + 1)
  batcher.refusal()
  expect(batches.map(batch => batch.items)).toEqual([[1]])
  results.push(batcher.add(2))
  vi.advanceTimersByTime(patienceMs + 1)
  batcher.refusal()
  vi.advanceTimersByTime(patienceMs + 1)
  batcher.refusal()
  expect(batches.map(batch => batch.items)).toEqual([[1], [2]])
  for (const { end } of batches) end.resolve()
  expect(await Promise.all(results)).toEqual([10, 20])
})

test('never more than two batches at once', async () => {
  const { batcher, batches } = controlled({ most: 1, patienceMs })
  const results = [1, 2, 3, 4].map(item => batcher.add(item))
  await longer()
  await longer()
  expect(batches.map(batch => batch.items)).toEqual([[1], [2]])
  batches[1]?.end.resolve()
  await settle()
  expect(batches.map(batch => batch.items)).toEqual([[1], [2], [3]])
  for (const n of [0, 2]) batches[n]?.end.resolve()
  await settle()
  batches[3]?.end.resolve()
  expect(await Promise.all(results)).toEqual([10, 20, 30, 40])
})

test('a failure rejects every item of the batch, and none after it', async () => {
  const { batcher, batches } = controlled()
  const failed = Promise.allSettled([batcher.add(1), batcher.add(2)])
  await settle()
  batches[0]?.end.reject(new Error('lost'))
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const next = batcher.add(3)
  await settle()
  batches[1]?.end.resolve()
  expect(await next).toBe(30)
})

test('beyond the longest queue the answer is no, at once', async () => {
  const { batcher, batches } = controlled({ longestQueue: 2 })
  const first = batcher.add(1)
  await settle()
  const waiting = [batcher.add(2), batcher.add(3)]
  await expect(batcher.add(4)).rejects.toThrow(Overloaded)
  expect(batcher.waiting).toBe(2)
  batches[0]?.end.resolve()
  await settle()
  batches[1]?.end.resolve()
  expect(await Promise.all([first, ...waiting])).toEqual([10, 20, 30])
})

test('who would wait longer than a second for their batch is refused at once', async () => {
  const { batcher, batches } = controlled({ most: 1 })
  const first = batcher.add(1)
  await settle()
  vi.advanceTimersByTime(400)
  batches[0]?.end.resolve()
  await first
  // Each takes 400 ms: one is under way, two wait for 400 and 800, and the next would for 1,200.
  const served = [batcher.add(2)]
  await settle()
  served.push(batcher.add(3), batcher.add(4))
  await expect(batcher.add(5)).rejects.toMatchObject({ name: 'Overloaded', retryAfterSeconds: 1 })
  expect(batcher.refusal()).toMatchObject({ name: 'Overloaded', retryAfterSeconds: 1 })
  expect(batcher.waiting).toBe(2)
  for (let n = 1; n < 4; n++) {
    batches[n]?.end.resolve()
    await settle()
  }
  expect(await Promise.all(served)).toEqual([20, 30, 40])
  vi.advanceTimersByTime(1)
  expect(batcher.refusal()).toBeUndefined()
})

test('when a batch gets stuck, newcomers are refused after a second, and those who wait after two', async () => {
  const { batcher, batches } = controlled()
  const stuck = batcher.add(1)
  await settle()
  const waiting = batcher.add(2).catch(error => error)
  vi.advanceTimersByTime(1_100)
  await expect(batcher.add(3)).rejects.toThrow(Overloaded)
  vi.advanceTimersByTime(1_000)
  expect(await waiting).toBeInstanceOf(Overloaded)
  expect(batcher.waiting).toBe(0)
  batches[0]?.end.resolve()
  expect(await stuck).toBe(10)
  const next = batcher.add(4)
  await settle()
  batches[1]?.end.resolve()
  expect(await next).toBe(40)
})
