import { expect, test } from 'vitest'
import { benchmarks } from './benchmarks.ts'

/** A second each, and figures that mean nothing: a benchmark that nobody runs is one that cannot start any more. */
test.each(benchmarks)('the benchmark $id still runs', async benchmark => {
  const result = await benchmark.run({ seconds: 1, rounds: 1, smoke: true, peers: false })
  expect(result.ours[0]).toBeGreaterThan(0)
  expect(result.theirs[0]).toBeGreaterThan(0)
})
