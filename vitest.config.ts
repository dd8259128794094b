import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import OrderOfFiles from './tests/support/order-of-files.ts'
import { LONGEST_TEST_MS, PATIENCE_MS } from './tests/support/patience.ts'

/**
 * Tests wait for the database, the network and the clock for more than half of the time, so more of them run than there
 * are processors. All groups run together: browsers compute while those of kills and freezes wait.
 */
const workers = Math.ceil(2.5 * availableParallelism())

interface Options {
  readonly setupFiles?: string[]
  readonly globalSetup?: string[]
  /** false: the files that a worker runs share what they import, which saves a third of the processors' time. */
  readonly isolate?: boolean
  readonly maxConcurrency?: number
}

const project = (
  name: string,
  include: string[],
  { setupFiles = [], globalSetup = [], isolate = false, maxConcurrency = 5 }: Options = {},
) => ({
  test: {
    name,
    include,
    setupFiles,
    globalSetup,
    isolate,
    maxConcurrency,
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'forks' as const,
    maxWorkers: workers,
    testTimeout: LONGEST_TEST_MS,
    hookTimeout: LONGEST_TEST_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
  },
})

export default defineConfig({
  test: {
    globalSetup: 'tests/support/global-setup.ts',
    sequence: { sequencer: OrderOfFiles },
    projects: [
      project('unit', [
        'server/src/**/*.test.ts',
        'contract/**/*.test.ts',
        'web/**/*.test.{ts,tsx}',
        'scripts/**/*.test.ts',
      ]),
      // Alone, because memory is measured in it.
      project('channels', ['tests/channels/**/*.test.ts'], { isolate: true }),
      project('api', ['tests/api/**/*.test.ts'], {
        setupFiles: ['tests/support/record-conformance.ts'],
      }),
      project('engine', ['tests/engine/**/*.test.ts']),
      project('command', ['tests/cli/**/*.test.ts', 'tests/docs/**/*.test.ts']),
      project('sdk', ['sdk/src/**/*.test.ts', 'tests/sdk/**/*.test.ts']),
      project('browser', ['tests/browser/**/*.test.ts'], {
        globalSetup: ['tests/browser/support/global-setup.ts'],
      }),
      project('faults', ['tests/faults/**/*.test.ts']),
      project('bench', ['tests/bench/**/*.test.ts'], { maxConcurrency: 3 }),
    ],
  },
})
