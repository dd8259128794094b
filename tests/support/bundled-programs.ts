import { join } from 'node:path'

/** Where the programs of a test run are, each in one file. */
export const BUNDLE_VARIABLE = 'MILLRACE_TEST_BUNDLE'

/** What tests start in separate processes, by its name in the bundle. */
export const PROGRAMS = {
  product: join(import.meta.dirname, 'process-under-test.ts'),
  command: join(import.meta.dirname, '../../server/src/cli/millrace.ts'),
  resident: join(import.meta.dirname, 'resident-command.ts'),
  careless: join(import.meta.dirname, '../faults/controls/careless-worker.ts'),
}

/** Bundled where the group of the test has that, and otherwise from its sources. */
export function programOf(name: keyof typeof PROGRAMS): string {
  const folder = process.env[BUNDLE_VARIABLE]
  return folder === undefined ? PROGRAMS[name] : join(folder, `${name}.mjs`)
}
