import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { StartupError } from '#base/startup-error.ts'
import type { Config } from '#config/config.ts'
import { findBinaries } from '#db/embedded/binaries.ts'
import { failed, ok, skipped, type Verdict } from './verdict.ts'

/** The PostgreSQL that Millrace brings. Run, not only looked for: it may be made for another system. */
export function checkBinaries({ databaseUrl }: Pick<Config, 'databaseUrl'>): Verdict {
  if (databaseUrl !== undefined) return skipped('not needed with DATABASE_URL')
  try {
    // As this process's own user, for whom nothing has to be copied.
    const { home } = findBinaries({ name: 'you', ids: undefined }, () => {})
    const version = execFileSync(join(home, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' })
    return ok(version.trim())
  } catch (error) {
    if (error instanceof StartupError) return failed('not installed completely', error.message)
    return failed(
      'it does not run on this system',
      'It needs Linux with glibc, or macOS; elsewhere set DATABASE_URL to your own PostgreSQL.',
    )
  }
}
