import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { PRODUCT_GROUPS } from './scripts/test/groups.ts'
import OrderOfFiles from './tests/support/order-of-files.ts'
import { LONGEST_TEST_MS, PATIENCE_MS } from './tests/support/patience.ts'
import { allTrials } from './tests/support/trials.ts'

/**
 * Tests wait for the database and the network for more than half of the time, so more run than there are processors: a tenth of
 * the tests took 153 s with three of them on two processors, 104 and 117 with five, 91 with seven.
 */
const workers = Math.ceil(3.5 * availableParallelism())
/** Browsers compute, but wait for each other's answers too: with three at once on two processors they took 263 s, with four 241, with five 248. */
const fewer = 2 * availableParallelism()

/**
 * With every change, processes are killed, frozen, stopped, cut off and set beside a clock that jumps, over the work that
 * most depends on it. The same over these takes minutes more: `npm run prove -- faults` tries them, and so does who asks
 * for faults by name.
 */
const RARER_FAULTS = [
  'distant-clock',
  'jumping-due-times',
  'killed-imports',
  'killed-merges',
  'killed-pulls',
  'killed-repairs',
  'killed-schedules',
  'killed-starts',
  'killed-subscriptions',
  'killed-vendors',
  'killed-visits',
  'limiter-processes',
  'many-workers',
  'previous-queue',
  'wrong-clock',
]
const asksForFaults = allTrials || process.argv.some(argument => argument.includes('faults'))

interface Options {
  readonly setupFiles?: string[]
  readonly globalSetup?: string[]
  /** false: the files that a worker runs share what they import, which saves a third of the processors' time. */
  readonly isolate?: boolean
  readonly maxConcurrency?: number
  readonly exclude?: string[]
}

/** For groups that start the product in many separate processes. */
const BUNDLED = ['tests/support/bundle-setup.ts']

/**
 * The groups run one after the other, so that a mistake is found soonest in what is quick to run. What is killed or frozen
 * waits for half of its time or more, and is watched by the clock: beside browsers it had too few workers, and each took
 * turns with another group's, which imports everything again.
 */
const project = (
  name: string,
  groupOrder: number,
  maxWorkers: number,
  include: string[],
  { setupFiles = [], globalSetup = [], isolate = false, maxConcurrency = 5, exclude = [] }: Options = {},
) => ({
  test: {
    name,
    include,
    setupFiles,
    globalSetup,
    isolate,
    maxConcurrency,
    exclude: ['**/node_modules/**', '**/dist/**', ...exclude],
    pool: 'forks' as const,
    maxWorkers,
    sequence: { groupOrder },
    testTimeout: LONGEST_TEST_MS,
    hookTimeout: LONGEST_TEST_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
  },
})

const product = Object.values(PRODUCT_GROUPS)
  .flat()
  .map(folder => `${folder}**/*.test.{ts,tsx}`)

export default defineConfig({
  test: {
    globalSetup: 'tests/support/global-setup.ts',
    sequence: { sequencer: OrderOfFiles },
    projects: [
      project('product', 0, workers, product, {
        setupFiles: ['tests/support/record-conformance.ts'],
        globalSetup: BUNDLED,
      }),
      // Alone, because memory is measured in it.
      project('channels', 0, workers, ['tests/channels/**/*.test.ts'], { isolate: true }),
      project('faults', 1, workers, ['tests/faults/**/*.test.ts'], {
        globalSetup: BUNDLED,
        exclude: asksForFaults ? [] : RARER_FAULTS.map(name => `tests/faults/${name}.test.ts`),
      }),
      project('browser', 2, fewer, ['tests/browser/**/*.test.ts']),
      project('bench', 2, fewer, ['tests/bench/**/*.test.ts'], {
        globalSetup: BUNDLED,
        maxConcurrency: 3,
      }),
    ],
  },
})
