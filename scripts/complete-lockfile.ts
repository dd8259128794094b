// Run after a change of dependencies. A registry mirror may lack native packages for systems that none of its users
// has; npm then silently leaves them out of package-lock.json, and `npm ci` refuses the result. This adds their
// entries, with their hash. Where the registry has none, `npm test` refuses the entry: pin a version that it has for every
// system.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LockedPackage, type Lockfile, nativeParts, resolveEntry } from './checks/lockfile-faults.ts'

const path = join(import.meta.dirname, '..', 'package-lock.json')
const lockfile = JSON.parse(readFileSync(path, 'utf8')) as Lockfile & { packages: Record<string, Entry> }

interface Entry extends LockedPackage {
  dev?: boolean
  optional?: boolean
  peer?: boolean
}

for (const [dependent, locked] of Object.entries(lockfile.packages)) {
  for (const [name, version] of Object.entries(locked.optionalDependencies ?? {})) {
    const parts = nativeParts(name)
    if (!parts || resolveEntry(lockfile, dependent, name)) continue
    lockfile.packages[`node_modules/${name}`] = {
      version,
      ...integrityOf(name, version),
      cpu: [parts.cpu],
      ...(locked.dev && { dev: true }),
      ...(name.includes('musl') && { libc: ['musl'] }),
      optional: true,
      os: [parts.system],
      ...(locked.peer && { peer: true }),
    }
    process.stderr.write(`added ${name}\n`)
  }
}

function integrityOf(name: string, version: string): { integrity?: string } {
  const asked = ['view', `${name}@${version}`, 'dist.integrity', '--loglevel=silent']
  const integrity = spawnSync('npm', asked, { encoding: 'utf8' }).stdout.trim()
  return integrity === '' ? {} : { integrity }
}

const sorted = Object.entries(lockfile.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
writeFileSync(path, `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(sorted) }, null, 2)}\n`)
