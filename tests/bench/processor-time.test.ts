import { expect, onTestFinished, test, vi } from 'vitest'
import { createProcessorTime, usedBy, usedHere } from './processor-time.ts'

test('what each has used is divided by what was done, and who is not known is left out', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let used = 0
  const time = createProcessorTime({
    'the process': () => used,
    nobody: undefined,
    'the load': () => used / 4,
  })
  for (const seconds of [1, 3]) {
    await time.during(async () => {
      used += seconds * 0.5
      vi.advanceTimersByTime(seconds * 1_000)
      return 1_000
    })
    used += 10
  }
  expect(time.describe()).toBe('500 µs of the process, 125 of the load')
})

test.runIf(process.platform === 'linux')('a process has used what it says itself', () => {
  const used = usedBy(process.pid)
  const since = () => [used?.() ?? 0, usedHere()] as const
  const before = since()
  while (usedHere() - before[1] < 0.2);
  const after = since()
  expect(Math.abs(after[0] - before[0] - (after[1] - before[1]))).toBeLessThan(0.04)
})

test('a process that is not there has used nothing that could be known', () => {
  expect(usedBy(2 ** 30)).toBeUndefined()
})
