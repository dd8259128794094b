import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { installStryker } from './install-stryker.ts'
import type { MutationReport } from './report.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** What the tests do not need is not copied. Stryker would rewrite tsconfig.json, by a compiler older than ours. */
const NOT_COPIED = [
  'deploy',
  'docs',
  'examples',
  'tests/artifacts',
  'tests/browser',
  'tsconfig.json',
  'web',
  'dist',
]

/** Runs Stryker on a copy of the checkout in this folder. */
export async function runStryker(
  folder: string,
  files: readonly string[],
  env: Readonly<Record<string, string>>,
  progress: (sentence: string) => void,
): Promise<MutationReport> {
  const [config, report] = [join(folder, 'stryker.json'), join(folder, 'report.json')]
  const options = {
    testRunner: 'vitest',
    vitest: { configFile: 'tests/prove/mutation/vitest.config.ts' },
    mutate: files,
    ignorePatterns: NOT_COPIED,
    tempDirName: join(folder, 'copies'),
    cleanTempDir: 'always',
    // Tests of limiters wait for most of their time.
    concurrency: availableParallelism() + 1,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    allowConsoleColors: false,
  }
  writeFileSync(config, JSON.stringify(options))
  const stryker = spawn(process.execPath, [installStryker(), 'run', config], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [stryker.stdout, stryker.stderr])
    stream.on('data', chunk => {
      said = (said + chunk).slice(-10_000)
      const [done] = String(chunk).match(/\d+\/\d+ tested \(.*\)/) ?? []
      if (done !== undefined) progress(done)
    })
  const [code] = await once(stryker, 'close')
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as MutationReport
  } catch {
    throw new Error(`Stryker ended with ${code} and without a report:\n${said}`)
  }
}
