import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { failed, ok, type Verdict } from './verdict.ts'

const DIST = fileURLToPath(new URL('../../../../web/dist', import.meta.url))

/** The dashboard's files, which are built once after an installation. */
export function checkPages(dist: string = DIST): Verdict {
  if (existsSync(join(dist, 'index.html'))) return ok('built')
  return failed('not built', 'Run: npm run build')
}
