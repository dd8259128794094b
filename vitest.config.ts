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
  setupFiles: string[] = [],
) => ({
  test: {
    name,
    include,
    setupFiles,
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'forks' as const,
    maxWorkers,
    sequence: { groupOrder },
    testTimeout: 30_000,
    hookTimeout: 30_000,
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
      ]),
      project('api', 1, workers, ['tests/api/**/*.test.ts'], ['tests/support/record-conformance.ts']),
      project('browser', 2, 1, ['tests/browser/**/*.test.ts']),
      project('faults', 3, 1, ['tests/faults/**/*.test.ts']),
    ],
  },
})
