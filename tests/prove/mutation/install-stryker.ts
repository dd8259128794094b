import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, 'stryker')
const PROGRAM = join(FOLDER, 'node_modules/@stryker-mutator/core/bin/stryker.js')

/**
 * Stryker comes with a third as many packages as Millrace has, so it is installed for this proof alone, by its own
 * lockfile, and `npm start` does without. Vitest is not among them: it finds ours.
 */
export function installStryker(): string {
  if (!existsSync(PROGRAM))
    execFileSync('npm', [
      'ci',
      '--prefix',
      FOLDER,
      '--ignore-scripts',
      '--legacy-peer-deps',
      '--loglevel=error',
    ])
  return PROGRAM
}
