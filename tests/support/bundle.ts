import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { bundleOf } from '../../server/build/bundle.ts'

const CACHE = join(import.meta.dirname, '../../node_modules/.cache')

export interface Bundle {
  /** With `name.mjs` for each program. */
  readonly folder: string
  remove(): void
}

/** As `npm start` has one: the tests start four hundred processes. Built for each run, because sources change between them. */
export async function bundle(programs: Readonly<Record<string, string>>): Promise<Bundle> {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'test-bundle-'))
  await build({ configFile: false, ...bundleOf(programs, folder) })
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}
