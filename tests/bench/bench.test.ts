import { inject, test } from 'vitest'
import { urlOf } from '../support/postgres.ts'
import { allTrials } from '../support/trials.ts'
import { benchmarks } from './benchmarks.ts'

// A benchmark has a PostgreSQL to itself where its figures count. Here they do not, and the one of this run will do,
// with copies of the database that it has migrated.
const { admin, template } = inject('postgres')
process.env.MILLRACE_TEST_DATABASE_URL ??= urlOf(admin)
process.env.MILLRACE_TEST_TEMPLATE = template

/** Those that are run most; the others by `npm run prove -- faults`. */
const FIRST = ['P1', 'P3', 'P7', 'P17']

/** A moment each, and figures that mean nothing: a benchmark that nobody runs is one that can no longer start. */
test.concurrent.for(benchmarks.filter(({ id }) => allTrials || FIRST.includes(id)))(
  'the benchmark $id still runs',
  async (benchmark, { expect }) => {
    const result = await benchmark.run({ seconds: 0.1, rounds: 1, smoke: true, peers: false })
    expect(result.ours[0]).toBeGreaterThan(0)
    expect(result.theirs[0]).toBeGreaterThan(0)
  },
)
