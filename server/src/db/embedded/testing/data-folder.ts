import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { SHARED_HOME } from '../binaries.ts'

/** A data folder for one test. Everything that belongs to it is removed afterwards, wherever it is. */
export function temporaryDataFolder(options: { mode?: number; name?: string } = {}): string {
  const outer = mkdtempSync(join(tmpdir(), 'millrace-embedded-'))
  // mkdtemp closes the folder for other users, including PostgreSQL's.
  chmodSync(outer, options.mode ?? 0o755)
  const dataDir = join(outer, options.name ?? 'data folder')
  onTestFinished(() => {
    const file = join(dataDir, 'instance-id')
    const id = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
    // A damaged one names nothing that may be removed: empty, it would be the folder of all.
    if (/^[0-9a-f]{16}$/.test(id)) rmSync(join(SHARED_HOME, id), { recursive: true, force: true })
    rmSync(outer, { recursive: true, force: true })
  })
  return dataDir
}
