import { Session } from 'node:inspector/promises'
import { expect, test } from 'vitest'
import { hottest } from './hottest.ts'

function busy(milliseconds: number): number {
  const ends = performance.now() + milliseconds
  let sum = 0
  while (performance.now() < ends) sum += Math.sqrt(sum + 1)
  return sum
}

test('the function of ours that was busy is named with its file and its part of the time', async () => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
  busy(300)
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  const hot = hottest(profile, 1_000)
  // Starting the profiler is work, too, and takes longer on a busy machine.
  const ours = hot.filter(({ what }) => what.includes('tests/bench/'))
  expect(ours[0]?.what).toMatch(/^busy tests\/bench\/profile\/hottest\.test\.ts:\d+$/)
  expect(ours[0]?.share).toBeGreaterThan(0)
  expect(hot.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1.000_001)
})

test('idle time is no work, and a function is counted once wherever it was called from', () => {
  const frame = (functionName: string) => ({ functionName, url: '', lineNumber: 0 })
  const nodes = ['(root)', 'a', '(idle)', 'a', 'b'].map((name, id) => ({ id, callFrame: frame(name) }))
  const profile = { nodes, samples: [1, 2, 3, 4, 0], timeDeltas: [100, 900, 200, 100, 50] }
  expect(hottest(profile)).toEqual([
    { what: 'a', share: 0.75 },
    { what: 'b', share: 0.25 },
  ])
  expect(hottest(profile, 1)).toHaveLength(1)
})
