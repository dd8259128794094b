import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests wait for the database and the network more than they compute, so two run at once even on small machines. */
const workers = Math.max(2, availableParallelism() - 1)

/** The groups run one after the other: what is timed or killed on purpose in one must not disturb another. */
const project = (
  name: string,
  groupOrder: number,
  maxWorkers: number,
  include: string[],
  { setupFiles = [] as string[], timeout = 30_000, maxConcurrency = 5 } = {},
) => ({
  test: {
    name,
    include,
    setupFiles,
    maxConcurrency,
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'forks' as const,
    maxWorkers,
    sequence: { groupOrder },
    testTimeout: timeout,
    hookTimeout: timeout,
  },
})

export default defineConfig({
  test: {
    globalSetup: 'tests/support/global-setup.ts',
    projects: [
      project('unit', 0, workers, [
        'server/src/**/*.test.ts',
        'contract/**/*.test.ts',
        'web/**/*.test.{ts,tsx}',
        'scripts/**/*.test.ts',
        'tests/channels/**/*.test.ts',
      ]),
      project('api', 1, workers, ['tests/api/**/*.test.ts'], {
        setupFiles: ['tests/support/record-conformance.ts'],
        timeout: 60_000,
      }),
      project('engine', 1, workers, ['tests/engine/**/*.test.ts'], { timeout: 60_000 }),
      project('command', 2, workers, ['tests/cli/**/*.test.ts', 'tests/docs/**/*.test.ts'], {
        timeout: 60_000,
      }),
      project('sdk', 2, workers, ['sdk/src/**/*.test.ts', 'tests/sdk/**/*.test.ts'], { timeout: 60_000 }),
      project('browser', 3, 1, ['tests/browser/**/*.test.ts'], { timeout: 120_000 }),
      project('faults', 4, workers, ['tests/faults/**/*.test.ts'], { timeout: 120_000 }),
      project('bench', 5, 1, ['tests/bench/**/*.test.ts'], { timeout: 120_000, maxConcurrency: 3 }),
    ],
  },
})
