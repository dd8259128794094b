import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seconds } from './step.ts'
import { StopTesting } from './stop.ts'
import { withTemporaryFolder } from './temporary-folder.ts'

export interface Tally {
  passed: number
  failed: number
  skipped: number
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** Runs vitest with its output as it comes, and counts from its report. */
export async function runVitest(args: string[]): Promise<Tally> {
  const began = Date.now()
  process.stdout.write('Tests …\n')
  return withTemporaryFolder(async folder => {
    const report = join(folder, 'report.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const status = await run([...args, ...reporters], folder)
    process.stdout.write(`Tests … ${seconds(began)}\n`)
    return count(readReport(report), status)
  })
}

function run(args: string[], temporary: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
      stdio: 'inherit',
      env: { ...process.env, TMPDIR: temporary },
    })
    // Ctrl-C reaches vitest by itself; this process waits for it and clears up.
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

function count(report: Report, status: number): Tally {
  // A file that cannot even be loaded has no failed test of its own, but it did fail.
  const broken = report.testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'),
  )
  const failed = report.numFailedTests + broken.length
  return {
    passed: report.numPassedTests,
    // An error outside of any test, such as an unhandled rejection, shows in the exit status only.
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}
