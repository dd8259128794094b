// What `npm test` runs, in the order in which a mistake is found soonest.
//
//   npm test                          everything
//   npm test -- tests/api/token       the test files whose path has this in it, without the checks
//   npm test -- --only api            one group (scripts/test/groups.ts), without the checks
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureChromium } from './test/chromium.ts'
import { GROUPS, type Group, PRODUCT_GROUPS } from './test/groups.ts'
import { runStep } from './test/step.ts'
import { StopTesting } from './test/stop.ts'
import { runVitest, type Tally } from './test/vitest.ts'

process.chdir(join(import.meta.dirname, '..'))

try {
  close(await test())
} catch (error) {
  if (!(error instanceof StopTesting)) throw error
  process.stderr.write(`\n${error.message}\n`)
  close({ passed: 0, failed: 1, skipped: 0 })
}

async function test(): Promise<Tally> {
  const { only, filters } = readArguments()
  if (!only && filters.length === 0) await runChecks()
  const browserFiles = globSync('tests/browser/**/*.test.ts')
  const browser =
    filters.length === 0 || browserFiles.some(file => filters.some(filter => file.includes(filter)))
  if (browserFiles.length > 0 && browser && (!only || only === 'browser')) {
    process.env.CHROME_PATH = await ensureChromium()
  }
  return runVitest(only ? chosen(only, filters) : filters)
}

/** What Vitest is asked for, to run the files of a group whose path has one of these in it. */
function chosen(only: Group, filters: string[]): string[] {
  if (!(only in PRODUCT_GROUPS)) return ['--project', only, ...filters]
  const folders = PRODUCT_GROUPS[only as keyof typeof PRODUCT_GROUPS]
  if (filters.length === 0) return ['--project', 'product', ...folders]
  const files = globSync(folders.map(folder => `${folder}**/*.test.{ts,tsx}`)).filter(file =>
    filters.some(filter => file.includes(filter)),
  )
  if (files.length === 0) throw new StopTesting(`No file of ${only} has ${filters.join(' or ')} in its path.`)
  return ['--project', 'product', ...files]
}

function readArguments(): { only: Group | undefined; filters: string[] } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { only: { type: 'string' } },
    })
    const only = GROUPS.find(group => group === values.only)
    if (only !== undefined || values.only === undefined) return { only, filters: positionals }
  } catch {}
  throw new StopTesting(`Give parts of file names, or --only with one of ${GROUPS.join(', ')}.`)
}

async function runChecks(): Promise<void> {
  await runStep('Format and lint', 'node_modules/.bin/biome', ['check'], {
    otherwise: 'Run `npm run format` to fix what can be fixed automatically, and fix the rest by hand.',
  })
  // Each of its checkers works out the types of the contract for itself: more of them than processors only do it more often.
  const checkers = ['--checkers', String(Math.min(4, availableParallelism()))]
  await runStep('Types', 'node_modules/.bin/tsc', ['--noEmit', ...checkers], {
    otherwise: 'Fix the types reported above.',
  })
  await runStep('Types of the pages', 'node_modules/.bin/tsc', ['--noEmit', '-p', 'web', ...checkers], {
    otherwise: 'Fix the types reported above.',
  })
  for (const script of globSync('scripts/check-*.ts').sort()) {
    // A test compares the schema, on the database that the tests have migrated anyway.
    if (script.endsWith('.test.ts') || script === 'scripts/check-schema.ts') continue
    const subject = script.replace(/^scripts\/check-|\.ts$/g, '').replaceAll('-', ' ')
    await runStep(`Check: ${subject}`, process.execPath, [script], {
      otherwise: `It was found by ${script}.`,
    })
  }
}

function close({ passed, failed, skipped }: Tally): void {
  process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
  process.exitCode = failed > 0 ? 1 : 0
}
