import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** The files of the release that the newest migration came after, runnable with the packages of this one. */
export interface PreviousRelease {
  readonly folder: string
  readonly commit: string
  /** The migrations that it does not know. */
  readonly migrations: readonly string[]
  close(): Promise<void>
}

const ROOT = join(import.meta.dirname, '../..')

export function unpackPreviousRelease(): PreviousRelease {
  const newest = globSync('server/migrations/*.sql', { cwd: ROOT }).sort().at(-1) as string
  const added = git('log', '-n', '1', '--diff-filter=A', '--format=%H', '--', newest)
  // A migration that is not committed yet comes after everything that is.
  const commit = git('rev-parse', '--short', added === '' ? 'HEAD' : `${added}^`)
  const folder = mkdtempSync(join(tmpdir(), 'millrace-previous-'))
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  linkPackages(folder)
  return { folder, commit, migrations: [basename(newest)], close: () => rm(folder, { recursive: true }) }
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/** Everybody else's packages are shared; its own are its own. */
function linkPackages(folder: string): void {
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@millrace'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name === '@millrace' || name === 'millrace' || name.startsWith('.')) continue
    symlinkSync(join(ROOT, 'node_modules', name), join(packages, name))
  }
  symlinkSync(join(folder, 'contract'), join(packages, '@millrace/contract'))
  symlinkSync(join(folder, 'server'), join(packages, 'millrace'))
}
