import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lockfile } from '../checks/lockfile-faults.ts'
import { inventoryOf } from './inventory.ts'

const root = join(import.meta.dirname, '../..')
const SUMS = 'SHA256SUMS'
const LARGEST = 64 * 1024 * 1024

/**
 * What a release is made of, in one folder: the source of its commit, the packed client, the list of all packages that
 * production installs (CycloneDX, with their hashes), and the SHA-256 of each file as `sha256sum --check` reads it.
 */
export function writeArtifacts(folder: string, version: string): string[] {
  mkdirSync(folder, { recursive: true })
  const run = (program: string, ...given: string[]) =>
    execFileSync(program, given, { cwd: root, encoding: 'utf8', maxBuffer: LARGEST })
  run(
    'git',
    'archive',
    '--format=tar.gz',
    `--prefix=millrace-${version}/`,
    `--output=${join(folder, `millrace-${version}.tar.gz`)}`,
    'HEAD',
  )
  // Scripts are off in .npmrc, and this one builds the package.
  run('npm', 'pack', '--workspace', 'sdk', '--ignore-scripts=false', '--pack-destination', folder, '--silent')
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile
  const inventory = inventoryOf(lockfile, version)
  writeFileSync(join(folder, `millrace-${version}.cdx.json`), `${JSON.stringify(inventory, null, 2)}\n`)
  writeFileSync(join(folder, SUMS), sumsOf(folder))
  return readdirSync(folder).sort()
}

function sumsOf(folder: string): string {
  const lines = readdirSync(folder)
    .filter(name => name !== SUMS)
    .sort()
    .map(
      name =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}\n`,
    )
  return lines.join('')
}
