// Proves that each package-lock.json installs the same, complete tree on every supported machine. A native package that
// the registry has for one architecture only is skipped silently at install on the other one, and fails there at run
// time.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  installScriptFaults,
  type Lockfile,
  lockfileFaults,
  type Manifest,
} from './checks/lockfile-faults.ts'

/** Installed by the proof that needs it. */
const STRYKER = 'tests/prove/mutation/stryker'

const root = process.argv[2] ?? join(import.meta.dirname, '..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const workspaces = read('package.json').workspaces as string[]
const manifests: Record<string, Manifest> = { 'package.json': read('package.json') }
for (const workspace of workspaces) manifests[`${workspace}/package.json`] = read(`${workspace}/package.json`)

const faults = [
  ...lockfileFaults(read('package-lock.json') as Lockfile, manifests),
  ...lockfileFaults(read(`${STRYKER}/package-lock.json`) as Lockfile, {
    [`${STRYKER}/package.json`]: read(`${STRYKER}/package.json`),
  }),
  ...installScriptFaults(readFileSync(join(root, '.npmrc'), 'utf8'), read('package.json').scripts),
]
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.exitCode = faults.length > 0 ? 1 : 0
