import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { MEMORY_VARIABLE, memoryFolder } from './memory-folder.ts'
import { REPORT_VARIABLE, type Report } from './report.ts'
import { describeTimes } from './slowest.ts'
import { seconds } from './step.ts'
import { StopTesting } from './stop.ts'
import { withTemporaryFolder } from './temporary-folder.ts'

export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** Runs vitest with its output as it comes, and counts from its report. Nothing is run a second time. */
export async function runVitest(args: string[]): Promise<Tally> {
  const began = Date.now()
  process.stdout.write('Tests …\n')
  return withTemporaryFolder(async folder => {
    const path = join(folder, 'report.json')
    const variables = {
      TMPDIR: folder,
      [REPORT_VARIABLE]: path,
      // Threads of the product are loaded from its sources, once for each server of a test: 0.43 s of a processor with it, 0.82 without.
      NODE_COMPILE_CACHE: resolve('node_modules/.cache/millrace'),
    }
    const status = await inMemory(more =>
      run([...args, '--reporter=default', '--reporter=./scripts/test/reporter.ts'], {
        ...variables,
        ...more,
      }),
    )
    const { passed, failed, skipped, files } = readReport(path)
    if (files.length > 1) process.stdout.write(`${describeTimes(files).join('\n')}\n\n`)
    process.stdout.write(`Tests … ${seconds(began)}\n`)
    // Errors that the report does not include, such as one during shutdown, only show in the exit status.
    return { passed, skipped, failed: failed === 0 && status !== 0 ? 1 : failed }
  })
}

async function inMemory<T>(work: (variables: Record<string, string>) => Promise<T>): Promise<T> {
  const parent = memoryFolder()
  if (parent === undefined) return work({})
  return withTemporaryFolder(folder => work({ [MEMORY_VARIABLE]: folder }), parent)
}

function run(args: string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    // Ctrl-C reaches vitest directly; this process waits for it and cleans up.
    process.on('SIGINT', () => {})
    process.on('SIGTERM', () => vitest.kill('SIGTERM'))
    vitest.on('error', reject)
    vitest.on('close', status => resolve(status ?? 1))
  })
}

function readReport(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    throw new StopTesting('The tests did not run to their end; the reason is above.')
  }
}
