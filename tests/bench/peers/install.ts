import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Installed {
  readonly folder: string
  remove(): void
}

/** Packages in their own folder, for the occasion: peers are no dependencies of ours. */
export function install(...packages: string[]): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-peer-'))
  execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--loglevel=error', ...packages])
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
